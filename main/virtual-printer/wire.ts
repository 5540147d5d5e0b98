/** Serial line with limited speed and flow control. */
import type { Clock } from '../lib/context.ts';
import { createFramer } from '../printing/picture/decoder/framer.ts';
import { createRealTimeScanner, type RealTimeCommand } from '../printing/picture/decoder/real-time.ts';

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

interface ReceiverOptions {
  /** Bytes that the receive buffer holds. */
  readonly size: number;
  /** Obeys bytes from the buffer; answers how many it took. */
  readonly obey: (bytes: Uint8Array) => number;
  /** True when bytes go straight through. */
  readonly ready: () => boolean;
  /** A real-time command has arrived. Answers true when the buffer was cleared by it. */
  readonly onRealTime: (command: RealTimeCommand) => boolean;
}

/** Receive buffer of the virtual printer. */
interface Receiver {
  /** Takes what there is room for; answers how many bytes. */
  take(bytes: Uint8Array): number;
  /** Passes on what it can. */
  drain(): void;
  /** The power is gone: everything is lost. */
  clear(): void;
  held(): number;
}

/**
 * The receive buffer. While the printer is ready bytes pass through; while it is not they stay here until it is full.
 * Real-time commands are seen on arrival, before the buffer.
 */
export function createReceiver({ size, obey, ready, onRealTime }: ReceiverOptions): Receiver {
  const scanner = createRealTimeScanner();
  /** Follows the stream to know a real command from image data that looks like one. */
  let shadow = createFramer();
  const buffer = new Uint8Array(size);
  let length = 0;
  /** Counts the times that the power went, so that whoever was at work then stops. */
  let lives = 0;

  function drain(): void {
    if (length === 0 || !ready()) return;
    const life = lives;
    const taken = obey(buffer.subarray(0, length));
    if (life !== lives) return;
    buffer.copyWithin(0, taken, length);
    length -= taken;
  }

  function clear(): void {
    length = 0;
    shadow = createFramer();
  }

  /** One byte into the buffer, real-time commands obeyed. */
  function accept(byte: number): void {
    const command = scanner.byte(byte);
    const { item } = shadow.read(Uint8Array.of(byte), 0);
    buffer[length++] = byte;
    if (command === null) return;
    const bytes = item !== null && 'bytes' in item && item.name.startsWith('DLE') ? item.bytes.length : 0;
    // A request outside of image data has been obeyed; while the printer waits it need not fill the buffer.
    if (!ready() && bytes > 0 && length >= bytes) length -= bytes;
    if (onRealTime(command)) clear();
  }

  return {
    take(bytes) {
      const life = lives;
      let taken = 0;
      while (taken < bytes.length && life === lives) {
        while (taken < bytes.length && length < size && life === lives) accept(bytes[taken++] ?? 0);
        drain();
        if (length >= size) break;
      }
      return taken;
    },
    drain,
    clear() {
      lives++;
      clear();
      scanner.reset();
    },
    held: () => length,
  };
}
