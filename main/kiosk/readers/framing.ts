/**
 * Cuts what a serial reader sends into frames, however the bytes are dealt out. A frame ends with CR, LF or both, or
 * stands between STX and ETX, or, from a reader that ends nothing, is over when the line falls silent.
 */
import type { Clock } from '../../lib/context.ts';
import { MAX_FRAME_CHARACTERS } from './card-pattern.ts';

export interface ReaderFramer {
  push(bytes: Uint8Array): void;
  /** Forgets what has come in so far: the line was lost. */
  reset(): void;
}

export interface FramerEvents {
  frame(text: string): void;
  /** A frame was longer than any card, or came without its end; tells how many bytes were dropped. */
  dropped(length: number): void;
}

const STX = 0x02;
const ETX = 0x03;
const LF = 0x0a;
const CR = 0x0d;

export const IDLE_GAP_MS = 100;
/**
 * After a pause of the program itself the timer is due before the bytes that waited meanwhile are read; they get
 * this long to turn up before the line counts as silent.
 */
export const IDLE_GRACE_MS = 20;

/** UTF-8 if it is that, as 2D scanners send; else one character a byte. */
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
  /** Bytes of the present frame that were too many to keep. */
  let excess = 0;
  let inside = false;
  /** Once a reader has shown STX and ETX, what it sends outside of them (a checksum, noise) is no card. */
  let framed = false;
  /** The last frame had an end of its own. If silence ends the next one, that one was cut off. */
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

  /** The line fell silent: the end of a frame that has no other, or of one that was cut off. */
  function fallSilent(): void {
    if (ended || (inside && framed)) {
      events.dropped(bytes.length + excess);
      clear();
      // Just this once: a reader may greet with a line and then send cards that end with nothing.
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
