import type { JSX } from 'preact';
import type { DisplayAnswer } from '../../../main/devices/contract/rest/displays.ts';
import { clockTime, opening } from '../../shared/time.ts';
import type { Board } from '../board.ts';
import { useModel } from '../model.ts';
import { nameIn } from '../names.ts';
import { StaleNotice } from '../parts/foot.tsx';
import { shiftStep } from '../pixel-shift.ts';

/** Where the words stand: another place with every step, as they stay for a night. */
const PLACES = 9;

/** Nobody is here to be called: dark, and saying only when to come back. */
export function ClosedScreen({
  display,
  board,
}: {
  readonly display: DisplayAnswer;
  readonly board: Board;
}): JSX.Element {
  const { now, lang, t, isLive } = useModel();
  const { location } = display;
  const next = board.opensAt === '' ? null : opening(board.opensAt, now.value, lang.value, location.timezone);
  return (
    <main class="closed" data-place={(shiftStep.value * 2) % PLACES}>
      <div class="closed-words">
        <p class="closed-name">{nameIn(location, lang.value, display.default_lang)}</p>
        <h1>{t.value('closed.title')}</h1>
        {next !== null && <p class="closed-next">{t.value(`closed.${next.day}`, { ...next })}</p>}
        <p class="closed-clock">
          <time>{clockTime(now.value, lang.value, location.timezone)}</time>
        </p>
        {!isLive.value && <StaleNotice />}
      </div>
    </main>
  );
}
