/**
 * Checks the PIN of the operator panel, and makes whoever guesses wait. How many were wrong is on the disk before a guess is
 * looked at, so that to pull the plug gives no further one. Works with what the kiosk last heard: the server may be away.
 */
import type { Clock, Log } from '../../context.ts';
import type { CardValue } from '../../contract/reader.ts';
import { NO_TRIES, type PinTries, pinWaitLeftMs } from '../../core/panel/pin-wait.ts';
import { readKept, writeKept } from '../kept-file.ts';

/** Whether a PIN is the one of which this hash was made. */
export type VerifyPin = (pin: string, hash: string) => Promise<boolean>;

export interface PinGate {
  /** How long no PIN is taken now. */
  waitMs(): number;
  /** One at a time. */
  check(pin: CardValue, hash: string): Promise<{ readonly isRight: boolean; readonly waitMs: number }>;
  close(): Promise<void>;
}

export interface PinGateOptions {
  /** Where the tries are kept; null keeps them in memory alone. */
  readonly path: string | null;
  readonly verify: VerifyPin;
  readonly clock: Clock;
  readonly log: Log;
}

export function openPinGate({ path, verify, clock, log }: PinGateOptions): PinGate {
  let tries: PinTries = NO_TRIES;
  let queue: Promise<unknown> = Promise.resolve();
  const kept = (path === null ? null : readKept(path)) as Partial<PinTries> | null;
  if (typeof kept?.wrong === 'number' && typeof kept.at === 'number') tries = { wrong: kept.wrong, at: kept.at };

  async function keep(next: PinTries): Promise<void> {
    tries = next;
    if (path === null) return;
    try {
      await writeKept(path, next);
    } catch (error) {
      // A broken disk keeps no technician out; in memory the count goes on.
      log.error('panel.tries-not-kept', { detail: String(error) });
    }
  }

  const waitMs = (): number => pinWaitLeftMs(tries, clock.now());

  async function checkNow(pin: CardValue, hash: string) {
    const left = waitMs();
    if (left > 0 || hash === '') return { isRight: false, waitMs: left };
    await keep({ wrong: tries.wrong + 1, at: clock.now() });
    if (!(await verify(pin.reveal(), hash))) return { isRight: false, waitMs: waitMs() };
    await keep(NO_TRIES);
    return { isRight: true, waitMs: 0 };
  }

  return {
    waitMs,
    check(pin, hash) {
      const checked = queue.then(() => checkNow(pin, hash));
      queue = checked.catch(() => undefined);
      return checked;
    },
    async close() {
      await queue;
    },
  };
}
