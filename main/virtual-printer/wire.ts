/** Serial line with limited speed and flow control. */
import type { Clock } from '../lib/context.ts';

/** 8 data bits, a start bit and a stop bit. */
const BITS_PER_BYTE = 10;
const TICK_MS = 1;

export interface WireOptions {
  readonly clock: Clock;
  /** Bits per second; null for a wire that is as fast as the machine. */
  readonly baud: number | null;
  /** Takes bytes off the wire; answers how many it had room for. */
  readonly deliver: (bytes: Uint8Array) => number;
  /** The wire holds bytes back (true) or is free again (false). */
  readonly onStall: (stalled: boolean) => void;
}

export interface Wire {
  send(bytes: Uint8Array): void;
  /** Tries again: the receiver has room. */
  pump(): void;
  /** Loses what is under way. */
  drop(): void;
}

/** Carries bytes at the speed of a serial line, in order, and holds them back when the receiver is full. */
export function createWire({ clock, baud, deliver, onStall }: WireOptions): Wire {
  let queue: Uint8Array[] = [];
  let credit = 0;
  let countedAtMs = 0;
  let stalled = false;
  let pumping = false;
  let cancelTick: (() => void) | null = null;

  function allowance(): number {
    if (baud === null) return Number.POSITIVE_INFINITY;
    const now = clock.now();
    credit += ((now - countedAtMs) * baud) / BITS_PER_BYTE / 1000;
    countedAtMs = now;
    return Math.floor(credit);
  }

  function step(): boolean {
    const chunk = queue[0];
    if (chunk === undefined) return false;
    const allowed = Math.min(chunk.length, allowance());
    if (allowed === 0) {
      cancelTick ??= clock.after(TICK_MS, () => {
        cancelTick = null;
        pump();
      });
      return false;
    }
    const taken = deliver(chunk.subarray(0, allowed));
    // The receiver may have dropped everything meanwhile, as at a power cut.
    if (queue[0] !== chunk) return true;
    // A full receiver stops the sender: the line earns no credit while it waits.
    credit = baud === null || taken < allowed ? 0 : credit - taken;
    if (taken === chunk.length) queue.shift();
    else queue[0] = chunk.subarray(taken);
    return taken > 0;
  }

  function pump(): void {
    if (pumping) return;
    pumping = true;
    try {
      while (step());
    } finally {
      pumping = false;
    }
    const holds = queue.length > 0;
    if (holds === stalled) return;
    stalled = holds;
    onStall(holds);
  }

  return {
    send(bytes) {
      if (bytes.length === 0) return;
      if (queue.length === 0) {
        countedAtMs = clock.now();
        credit = 0;
      }
      queue.push(bytes);
      pump();
    },
    pump,
    drop() {
      queue = [];
      cancelTick?.();
      cancelTick = null;
      if (!pumping) pump();
    },
  };
}
