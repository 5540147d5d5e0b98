/**
 * Checks the PIN of the operator panel, and makes a guesser wait.
 *
 * How many were wrong is on the disk before a guess is looked at, so that to pull the plug gives no further one. It works
 * without the server, with the hash that the kiosk last received. Servers that show the same kiosk count together.
 */

import { NO_TRIES, type PinTries, pinTriesTogether, pinWaitLeftMs } from '../../access/rules/pin-wait.ts';
import type { Clock, Log } from '../../lib/context.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import type { CardValue } from '../contract/reader.ts';

/** Whether a PIN is the one of which this hash was made. */
export type VerifyPin = (pin: string, hash: string) => Promise<boolean>;

/** What other servers that show the same kiosk have counted. */
export interface SharedPinTries {
  heard(): PinTries;
  tell(tries: PinTries): void;
}

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
  /** Null at a kiosk that one program shows. */
  readonly shared: SharedPinTries | null;
  readonly clock: Clock;
  readonly log: Log;
}

export function openPinGate({ path, verify, shared, clock, log }: PinGateOptions): PinGate {
  let tries: PinTries = NO_TRIES;
  let queue: Promise<unknown> = Promise.resolve();
  const kept = (path === null ? null : readKept(path)) as Partial<PinTries> | null;
  if (typeof kept?.wrong === 'number' && typeof kept.at === 'number') tries = { wrong: kept.wrong, at: kept.at };

  async function keep(next: PinTries): Promise<void> {
    tries = next;
    shared?.tell(next);
    if (path === null) return;
    try {
      await writeKept(path, next);
    } catch (error) {
      // A broken disk keeps no technician out; in memory the count goes on.
      log.error('panel.pin-attempts-write-failed', { error: String(error) });
    }
  }

  const counted = (): PinTries => (shared === null ? tries : pinTriesTogether(tries, shared.heard()));
  const waitMs = (): number => pinWaitLeftMs(counted(), clock.now());

  async function checkNow(pin: CardValue, hash: string) {
    const left = waitMs();
    if (left > 0 || hash === '') return { isRight: false, waitMs: left };
    await keep({ wrong: counted().wrong + 1, at: clock.now() });
    if (!(await verify(pin.reveal(), hash))) return { isRight: false, waitMs: waitMs() };
    await keep({ ...NO_TRIES, at: clock.now() });
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
