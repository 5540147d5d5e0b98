/** Receive buffer of the virtual printer. */
import { createFramer } from '../printing/picture/decoder/framer.ts';
import { createRealTimeScanner, type RealTimeCommand } from '../printing/picture/decoder/real-time.ts';

export interface ReceiverOptions {
  /** Bytes that the receive buffer holds. */
  readonly size: number;
  /** Obeys bytes from the buffer; answers how many it took. */
  readonly obey: (bytes: Uint8Array) => number;
  /** True when bytes go straight through. */
  readonly ready: () => boolean;
  /** A real-time command has arrived. Answers true when the buffer was cleared by it. */
  readonly onRealTime: (command: RealTimeCommand) => boolean;
}

export interface Receiver {
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
