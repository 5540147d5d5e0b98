/**
 * Splits a serial reader's bytes into frames, across chunk boundaries.
 *
 * A frame ends with CR, LF or both, or is enclosed by STX and ETX. Without any of these, it ends with a pause.
 */
import type { Clock } from '../../lib/context.ts';
import { MAX_FRAME_CHARACTERS } from './card-pattern.ts';

export interface ReaderFramer {
  push(bytes: Uint8Array): void;
  /** Drops the bytes so far, after a lost connection. */
  reset(): void;
}

export interface FramerEvents {
  frame(text: string): void;
  /** A frame was too long or incomplete; called with the number of dropped bytes. */
  dropped(length: number): void;
}

const STX = 0x02;
const ETX = 0x03;
const LF = 0x0a;
const CR = 0x0d;

export const IDLE_GAP_MS = 100;
/**
 * After a stall of the program the timer can fire before buffered bytes are read. They get this time to arrive before
 * the line counts as silent.
 */
export const IDLE_GRACE_MS = 20;

/** Valid UTF-8, as sent by 2D scanners; otherwise one character per byte. */
function decode(bytes: readonly number[]): string {
  const buffer = Uint8Array.from(bytes);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(buffer);
  } catch {
    text = Buffer.from(buffer).toString('latin1');
  }
  return text.replaceAll(/\p{Cc}/gu, '');
}

export function createFramer(clock: Clock, events: FramerEvents): ReaderFramer {
  let bytes: number[] = [];
  /** Number of bytes of the present frame that were not kept. */
  let excess = 0;
  let inside = false;
  /** After a frame with STX and ETX, bytes outside of them (a checksum, noise) are ignored. */
  let framed = false;
  /** The last frame had a terminator, so a frame ended by a pause was cut off. */
  let ended = false;
  let cancelIdle = (): void => {};

  const clear = (): void => {
    bytes = [];
    excess = 0;
    inside = false;
  };

  function finish(): void {
    const [frame, lost] = [bytes, excess];
    clear();
    const text = lost > 0 ? '' : decode(frame);
    if (lost > 0) events.dropped(frame.length + lost);
    else if (text.trim() !== '') events.frame(text);
  }

  /** A pause ends a frame without terminator, or drops an incomplete one. */
  function fallSilent(): void {
    if (ended || (inside && framed)) {
      events.dropped(bytes.length + excess);
      clear();
      // Reset, because a reader can send a greeting with a line end, and then cards without.
      ended = false;
    } else {
      finish();
    }
  }

  function take(byte: number): void {
    if (byte === STX) {
      clear();
      inside = true;
    } else if (byte === ETX && inside) {
      framed = true;
      finish();
    } else if ((byte === CR || byte === LF) && !inside) {
      ended ||= bytes.length > 0;
      finish();
    } else if (framed && !inside) {
      // Between two frames.
    } else if (bytes.length < MAX_FRAME_CHARACTERS) {
      bytes.push(byte);
    } else {
      excess++;
    }
  }

  return {
    push(chunk) {
      cancelIdle();
      for (const byte of chunk) take(byte);
      if (bytes.length === 0) return;
      cancelIdle = clock.after(IDLE_GAP_MS, () => {
        cancelIdle = clock.after(IDLE_GRACE_MS, fallSilent);
      });
    },
    reset() {
      cancelIdle();
      framed = false;
      ended = false;
      clear();
    },
  };
}
