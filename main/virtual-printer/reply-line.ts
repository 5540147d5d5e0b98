/** Replies of the virtual printer, with simulated faults. */
import type { Clock } from '../lib/context.ts';
import { automaticStatus, type Condition, watchedBits } from './status-bytes.ts';

/** What the printer says to the host, with the accidents that may befall it on the way. */
export interface ReplyLine {
  send(bytes: Uint8Array): void;
  /** `GS a n`: says how the printer is now, and from now on at every change. */
  watch(mask: number, condition: Condition): void;
  /** Nobody is told any more: power gone, or another host. */
  forget(): void;
  /** Tells a change to whom asked for it. */
  tell(condition: Condition): void;
  delay(ms: number): void;
  lose(count: number): void;
}

export function createReplyLine(clock: Clock, transmit: (bytes: Uint8Array) => void): ReplyLine {
  let mask = 0;
  let told: Uint8Array = new Uint8Array(4);
  let delayMs = 0;
  let toLose = 0;

  function send(bytes: Uint8Array): void {
    if (toLose > 0) toLose--;
    else if (delayMs === 0) transmit(bytes);
    else clock.after(delayMs, () => transmit(bytes));
  }

  return {
    send,
    watch(newMask, condition) {
      mask = newMask;
      told = automaticStatus(condition);
      if (mask !== 0) send(told);
    },
    forget() {
      mask = 0;
    },
    tell(condition) {
      const status = automaticStatus(condition);
      const watched = watchedBits(mask);
      const changed = status.some((byte, index) => ((byte ^ (told[index] ?? 0)) & (watched[index] ?? 0)) !== 0);
      if (!changed) return;
      told = status;
      send(status);
    },
    delay(ms) {
      delayMs = ms;
    },
    lose(count) {
      toLose = count;
    },
  };
}
