/** Button that calls staff, and its state. */
import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { KioskStaff } from '../../../main/kiosk/contract/kiosk.ts';
import { wallClock } from '../../shared/time.ts';
import { useModel, type View } from '../model.ts';
import { FitText } from './fit-text.tsx';
import { Icon, type IconName } from './icon.tsx';

const MARKS: Readonly<Record<KioskStaff['state'], IconName>> = {
  none: 'bell',
  calling: 'bell',
  asked: 'check',
  coming: 'people',
  missed: 'attention',
  away: 'attention',
};
const MINUTE_MS = 60_000;

/**
 * Calls staff with one touch. The same button then shows the state, so that neither layout nor focus changes; it is
 * enabled again if no one came, or the call failed.
 */
export function StaffCall({ state, t }: View): JSX.Element | null {
  const { call, now } = useModel();
  const { staff } = state;
  const since = useMemo(() => wallClock() - (staff?.agoMs ?? 0), [staff]);
  if (staff == null) return null;
  const name = staff.state;
  const waits = name === 'calling' || name === 'asked' || name === 'coming';
  const minutes = Math.max(0, Math.floor((now.value - since) / MINUTE_MS));
  /** Announced once; minutes are not. */
  const told = name === 'missed' || name === 'away' ? t(`staff.${name}More`) : '';
  const ago =
    name === 'asked' || name === 'coming' ? t(minutes === 0 ? 'staff.justNow' : 'staff.ago', { minutes }) : '';
  const more = told || ago;
  return (
    <>
      <button
        type="button"
        class="nav staff-call"
        data-state={name}
        aria-disabled={waits}
        onClick={() => {
          if (!waits) call('callStaff', {});
        }}
      >
        <Icon name={MARKS[name]} />
        <span class="staff-words">
          <FitText text={t(`staff.${name}`)} />
          {more !== '' && <span class="staff-more">{more}</span>}
        </span>
      </button>
      <p class="spoken" role="status">
        {name === 'none' ? '' : [t(`staff.${name}`), told].filter(Boolean).join('. ')}
      </p>
    </>
  );
}
