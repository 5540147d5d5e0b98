/** Screen with services and groups, also when idle. */
import type { TFunction } from 'i18next';
import type { JSX } from 'preact';
import { useModel } from '../model.ts';
import { ChoiceGrid } from '../parts/choice-grid.tsx';
import { Frame } from '../parts/frame.tsx';
import { Icon } from '../parts/icon.tsx';
import type { KioskScreenProps } from './screen.ts';

/** Idle and choose are the same screen, so that it does not change at the first touch. */
export function ChooseScreen({ state, t, screen }: KioskScreenProps<'idle' | 'choose'>): JSX.Element {
  const { call } = useModel();
  const chosen = screen.name === 'choose' ? screen : null;
  const group = chosen?.group ?? null;
  const carried = chosen?.late === true ? 'late' : chosen?.card === true ? 'card' : null;
  const title = group?.name ?? t(carried === null ? 'question' : `${carried}.title`);
  return (
    <Frame
      state={state}
      t={t}
      title={title}
      text={textBelow(carried, group !== null, t)}
      hint={carried === null}
      mark={carried === 'late' ? 'calendar' : carried}
      nav={{ label: t('back'), icon: 'back', isReserved: chosen === null, onClick: () => call('back', {}) }}
    >
      {state.alone && (
        <div class="notice">
          <Icon name="note" />
          <span>{t('alone')}</span>
        </div>
      )}
      <PaperHint printer={state.printer} t={t} />
      <ChoiceGrid
        tellsRoom={chosen === null}
        choices={screen.choices}
        hasCheckIn={state.checkIn && carried === null && group === null}
        place={group?.id ?? ''}
        state={state}
        t={t}
      />
    </Frame>
  );
}

/** A card or a missed appointment is shown on every level. */
function textBelow(carried: 'card' | 'late' | null, inGroup: boolean, t: TFunction): string {
  if (carried !== null) return [inGroup ? t(`${carried}.title`) : '', t(`${carried}.next`)].filter(Boolean).join(' ');
  return t(inGroup ? 'chooseService' : 'touchToStart');
}

function PaperHint({
  printer,
  t,
}: Pick<KioskScreenProps<'idle'>['state'], 'printer'> & Pick<KioskScreenProps<'idle'>, 't'>) {
  if (printer === 'ok') return null;
  const key = printer === 'no-paper' || printer === 'fault' ? 'paper.away' : `paper.${printer}`;
  return (
    <div class={printer === 'none' || printer === 'low' ? 'notice' : 'notice notice-attention'}>
      <Icon name={printer === 'none' ? 'note' : 'paper'} />
      <span>{t(key)}</span>
    </div>
  );
}
