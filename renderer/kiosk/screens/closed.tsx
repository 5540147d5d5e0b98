import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { opensText } from '../parts/amounts.ts';
import { ChoiceGrid } from '../parts/choice-grid.tsx';
import { Frame } from '../parts/frame.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Nothing is open: when the house opens, and below it when each service does. */
export function ClosedScreen({ state, t, screen }: KioskScreenProps<'closed'>): JSX.Element {
  const { now } = useModel();
  const text = opensText(screen.opensAt, now.value, state.lang, state.timeZone, t, 'closed');
  return (
    <Frame state={state} t={t} title={t('closed.title')} text={text}>
      <ChoiceGrid tellsRoom choices={screen.choices} place="closed" state={state} t={t} />
    </Frame>
  );
}
