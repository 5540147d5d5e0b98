/**
 * Asking for the status: four requests at once, of which each is answered by one byte. The bytes do not say which
 * request they answer, so only a full set counts.
 */
import type { Clock } from '../context.ts';
import { type DeviceState, fromRealTime } from './device-state.ts';

export interface StatusPoll {
  /** Asks now, unless an answer is still awaited. */
  ask(): void;
  pending(): boolean;
  /** One byte of an answer. */
  answer(byte: number): void;
  /** Asks again and again from now on. */
  repeat(everyMs: number): void;
  stop(): void;
}

export interface StatusPollOptions {
  readonly clock: Clock;
  /** Sends the requests; false when it may not ask just now. */
  readonly send: () => boolean;
  readonly onState: (state: DeviceState) => void;
  /** Called for each set of requests that stayed without a full answer, with how many in a row. */
  readonly onSilence: (inARow: number) => void;
}

const ANSWERS = 4;
const ANSWER_MS = 2000;

export function createStatusPoll({ clock, send, onState, onSilence }: StatusPollOptions): StatusPoll {
  let awaited = false;
  let answers: number[] = [];
  let silences = 0;
  let cancelAnswer: (() => void) | null = null;
  let cancelRepeat: (() => void) | null = null;

  function ask(): void {
    if (awaited || !send()) return;
    awaited = true;
    answers = [];
    cancelAnswer?.();
    cancelAnswer = clock.after(ANSWER_MS, () => {
      if (!awaited) return;
      awaited = false;
      silences++;
      onSilence(silences);
    });
  }

  return {
    ask,
    pending: () => awaited,
    answer(byte) {
      if (!awaited) return;
      answers.push(byte);
      if (answers.length < ANSWERS) return;
      awaited = false;
      silences = 0;
      onState(fromRealTime(answers));
    },
    repeat(everyMs) {
      cancelRepeat?.();
      const again = (): void => {
        ask();
        cancelRepeat = clock.after(everyMs, again);
      };
      cancelRepeat = clock.after(everyMs, again);
    },
    stop() {
      cancelAnswer?.();
      cancelRepeat?.();
      awaited = false;
      silences = 0;
    },
  };
}
