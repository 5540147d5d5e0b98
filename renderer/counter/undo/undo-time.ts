/**
 * Duration of the undo offer.
 *
 * Set per computer, in seconds. The time stops while the pointer moves on the offer or the focus is there. The server's
 * longer limit is final.
 */
import { effect, signal } from '@preact/signals';
import type { CounterUndo } from '../../../main/queue/contract/rest/counters.ts';
import { browserMemory } from '../../shared/storage.ts';

/** Available durations in seconds: the default, and up to twelve times as long. */
export const UNDO_SECONDS = ['10', '30', '60', '120'] as const;
type UndoSeconds = (typeof UNDO_SECONDS)[number];

/** A pointer that has not moved for this long does not hold the offer. */
export const RESTS_MS = 10_000;

const NAME = 'counter.undo';

/** Duration chosen on this computer. */
export const undoSeconds = signal<UndoSeconds>(
  UNDO_SECONDS.find((seconds) => seconds === browserMemory.read(NAME)) ?? UNDO_SECONDS[0],
);
effect(() => browserMemory.write(NAME, undoSeconds.value === UNDO_SECONDS[0] ? null : undoSeconds.value));

/** Such as `10 seconds`, localised. */
export function secondsInWords(seconds: string, language: string): string {
  const format = { style: 'unit', unit: 'second', unitDisplay: 'long', numberingSystem: 'latn' } as const;
  return new Intl.NumberFormat(language, format).format(Number(seconds));
}

type Times = Pick<CounterUndo, 'step_id' | 'at' | 'latest'>;

/** Must be called at least once a second. */
export function createUndoTime() {
  let id = '';
  let lookedAt = 0;
  let heldMs = 0;
  return {
    /** @param now epoch milliseconds of the server. @returns the remaining milliseconds; 0: over */
    leftMs(step: Times, wishedMs: number, now: number, isHeld: boolean): number {
      const at = Date.parse(step.at);
      if (step.step_id !== id) {
        id = step.step_id;
        lookedAt = at;
        heldMs = 0;
      }
      if (isHeld && now > lookedAt) heldMs += now - lookedAt;
      lookedAt = now;
      // The clocks of server and page can differ slightly.
      return Math.max(0, Math.min(wishedMs, at + wishedMs + heldMs - now, Date.parse(step.latest) - now));
    },
  };
}
