import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { ChoiceGrid } from '../parts/choice-grid.tsx';
import { Frame } from '../parts/frame.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Several appointments of a visitor, who chooses one to check in. */
export function AppointmentsScreen({ state, t, screen }: KioskScreenProps<'appointments'>): JSX.Element {
  const { call } = useModel();
  return (
    <Frame
      state={state}
      t={t}
      title={t('checkIn.choice.title')}
      text={t('checkIn.choice.text')}
      mark="calendar"
      nav={{ label: t('back'), icon: 'back', onClick: () => call('back', {}) }}
    >
      <ChoiceGrid tellsRoom={false} choices={screen.choices} place="appointments" state={state} t={t} />
    </Frame>
  );
}
