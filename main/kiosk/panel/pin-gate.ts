/**
 * PIN check of the operator panel, with a delay after wrong PINs.
 *
 * The count of wrong PINs is on disk before a guess is checked, so that pulling the plug gains nothing. It works
 * offline, with the last received hash. Servers that show the same kiosk share their counts.
 */

import { NO_TRIES, type PinTries, pinTriesTogether, pinWaitLeftMs } from '../../access/rules/pin-wait.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { readKept, writeKept } from '../../printing/json-file.ts';
import type { CardValue } from '../contract/reader.ts';

/** Whether a PIN matches the hash. */
export type VerifyPin = (pin: string, hash: string) => Promise<boolean>;

/** Counts of other servers that show the same kiosk. */
export interface SharedPinTries {
  heard(): PinTries;
  tell(tries: PinTries): void;
}

export interface PinGate {
  /** Milliseconds until a PIN is accepted. */
  waitMs(): number;
  /** One check at a time. */
  check(pin: CardValue, hash: string): Promise<{ readonly isRight: boolean; readonly waitMs: number }>;
  close(): Promise<void>;
}

export interface PinGateOptions extends ClockAndLog {
  /** File of the counts; null keeps them in memory only. */
  readonly path: string | null;
  readonly verify: VerifyPin;
  /** Null for a kiosk that a single program shows. */
  readonly shared: SharedPinTries | null;
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
      // A broken disk must not lock out a technician; the count continues in memory.
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
