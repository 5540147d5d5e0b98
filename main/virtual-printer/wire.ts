/** Serial line with limited speed and flow control. */
import type { Clock } from '../lib/context.ts';
import { createFramer } from '../printing/picture/decoder/framer.ts';
import { createRealTimeScanner, type RealTimeCommand } from '../printing/picture/decoder/real-time.ts';

/** 8 data bits, a start bit and a stop bit. */
const BITS_PER_BYTE = 10;

const TICK_MS = 1;

export interface WireOptions {
  readonly clock: Clock;
  /** Bits per second; null: unlimited. */
  readonly baud: number | null;
  /** Delivers bytes; returns the number that the receiver accepted. */
  readonly deliver: (bytes: Uint8Array) => number;
  /** The wire is blocked (true) or free again (false). */
  readonly onStall: (stalled: boolean) => void;
}

export interface Wire {
  send(bytes: Uint8Array): void;
  /** Retries after the receiver has space again. */
  pump(): void;
  /** Drops bytes in transit. */
  drop(): void;
}

/** Carries bytes in order at the speed of a serial line, and holds them back when the receiver is full. */
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
    // The receiver may have dropped everything meanwhile, as after a power cut.
    if (queue[0] !== chunk) return true;
    // A full receiver stops the sender: the line earns no credit meanwhile.
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
  /** Size of the receive buffer in bytes. */
  readonly size: number;
  /** Executes buffered bytes; returns the number of consumed bytes. */
  readonly obey: (bytes: Uint8Array) => number;
  /** Whether bytes pass straight through. */
  readonly ready: () => boolean;
  /** Called for a real-time command. Returns true if it cleared the buffer. */
  readonly onRealTime: (command: RealTimeCommand) => boolean;
}

/** Receive buffer of the virtual printer. */
interface Receiver {
  /** Accepts bytes up to the free space; returns their number. */
  take(bytes: Uint8Array): number;
  /** Passes on as many bytes as possible. */
  drain(): void;
  /** Clears everything after a power cut. */
  clear(): void;
  held(): number;
}

/**
 * Receive buffer. While the printer is ready, bytes pass through; otherwise they are buffered until it is full.
 * Real-time commands are detected before the buffer.
 */
export function createReceiver({ size, obey, ready, onRealTime }: ReceiverOptions): Receiver {
  const scanner = createRealTimeScanner();
  /** Follows the stream to distinguish real commands from similar image data. */
  let shadow = createFramer();
  const buffer = new Uint8Array(size);
  let length = 0;
  /** Counts power cuts, so that interrupted work stops. */
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

  /** Buffers one byte, and executes real-time commands. */
  function accept(byte: number): void {
    const command = scanner.byte(byte);
    const { item } = shadow.read(Uint8Array.of(byte), 0);
    buffer[length++] = byte;
    if (command === null) return;
    const bytes = item !== null && 'bytes' in item && item.name.startsWith('DLE') ? item.bytes.length : 0;
    // A request outside of image data was executed; it need not fill the buffer while the printer waits.
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
