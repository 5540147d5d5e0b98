/** Framer of ESC/POS commands, for chunks of any size. */
import type { FaultKind } from './fault.ts';
import { hex } from './fault.ts';
import { type FrameSpec, lookUp } from './frames.ts';

/** One whole command, or one byte of text. */
export interface PrinterCommand {
  /** Name in the manual: `ESC @`, `GS ( k`; `text` for a byte to print. */
  readonly name: string;
  /** Offset of the first byte in the stream. */
  readonly at: number;
  /** The whole command, including the bytes of its name. */
  readonly bytes: Uint8Array;
}

/** Skipped bytes that are neither command nor text. */
export interface Misread {
  readonly kind: FaultKind;
  readonly at: number;
  readonly detail: string;
}

export interface CommandFramer {
  /**
   * Reads from `offset` until one item is complete or the bytes end. Returns the number of consumed bytes, and the
   * item.
   */
  read(bytes: Uint8Array, offset: number): { readonly taken: number; readonly item: PrinterCommand | Misread | null };
  /** Number of bytes of an unfinished command. */
  pending(): number;
  /** Discards an unfinished command, as a printer does when its buffers are cleared. */
  drop(): void;
  /** Offset of the next byte. */
  position(): number;
}

/** Longer than any image that a printer accepts; a longer command is an error of the sender. */
const MAX_COMMAND_BYTES = 8 * 1024 * 1024;

/** Splits a stream into commands, in chunks of any size. */
export function createFramer(): CommandFramer {
  let position = 0;
  let start = 0;
  let head: number[] = [];
  let spec: FrameSpec | null = null;
  let body: Uint8Array | null = null;
  let filled = 0;

  function reset(): void {
    head = [];
    spec = null;
    body = null;
    filled = 0;
  }

  function misread(kind: FaultKind, detail: string): Misread {
    const item: Misread = { kind, at: start, detail };
    reset();
    return item;
  }

  function whole(name: string, bytes: Uint8Array): PrinterCommand {
    const item: PrinterCommand = { name, at: start, bytes };
    reset();
    return item;
  }

  function measure(known: FrameSpec): number | null | 'bad' {
    if (typeof known.rule === 'number') return known.rule;
    if (known.rule === 'until-nul') return head.length > 2 && head.at(-1) === 0 ? head.length : null;
    return known.rule(head);
  }

  function takeByte(byte: number): PrinterCommand | Misread | null {
    if (head.length === 0) {
      start = position - 1;
      if (byte >= 0x20) return whole('text', Uint8Array.of(byte));
    }
    head.push(byte);
    if (spec === null) {
      const found = lookUp(head);
      if (found === 'more') return null;
      if (found === null) return misread('unknown-command', `no such command: ${hex(head)}`);
      spec = found;
    }
    const length = measure(spec);
    if (length === null) return null;
    if (length === 'bad') return misread('bad-argument', `${spec.name} with an unknown parameter: ${hex(head)}`);
    if (length > MAX_COMMAND_BYTES)
      return misread('bad-length', `${spec.name} announces ${length} bytes: ${hex(head)}`);
    if (length <= head.length) return whole(spec.name, Uint8Array.from(head));
    body = new Uint8Array(length);
    body.set(head);
    filled = head.length;
    return null;
  }

  return {
    read(bytes, offset) {
      let next = offset;
      while (next < bytes.length) {
        if (body !== null) {
          const count = Math.min(body.length - filled, bytes.length - next);
          body.set(bytes.subarray(next, next + count), filled);
          filled += count;
          next += count;
          position += count;
          if (filled < body.length) break;
          return { taken: next - offset, item: whole(spec?.name ?? '', body) };
        }
        position++;
        const item = takeByte(bytes[next++] ?? 0);
        if (item !== null) return { taken: next - offset, item };
      }
      return { taken: next - offset, item: null };
    },
    pending: () => (body === null ? head.length : filled),
    drop: reset,
    position: () => position,
  };
}
