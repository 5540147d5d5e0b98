/** Framer of ESC/POS commands, for chunks of any size. */
import { type FaultKind, hex } from './fault.ts';

/**
 * Length of each ESC/POS command. One row for each command that the virtual printer understands; `handlers/` has the
 * effects. Source: Epson's "ESC/POS Command Reference for TM Printers".
 */

/** Total length in bytes; null while more bytes are needed; `bad` for an invalid head. */
type FrameLength = number | null | 'bad';

/** A fixed length, bytes up to a NUL, or a function of the bytes received so far. */
type FrameRule = number | 'until-nul' | ((head: readonly number[]) => FrameLength);

interface FrameSpec {
  readonly name: string;
  readonly rule: FrameRule;
}

const DLE = 0x10;
const ESC = 0x1b;
const FS = 0x1c;
const GS = 0x1d;

/** The two bytes pL pH at `index` give the number of following bytes. */
function counted(index: number): FrameRule {
  return (head) => {
    const low = head[index];
    const high = head[index + 1];
    return low === undefined || high === undefined ? null : index + 2 + low + high * 256;
  };
}

function raster(head: readonly number[]): FrameLength {
  const [, , , , xLow, xHigh, yLow, yHigh] = head;
  if (xLow === undefined || xHigh === undefined || yLow === undefined || yHigh === undefined) return null;
  return 8 + (xLow + xHigh * 256) * (yLow + yHigh * 256);
}

function bitImage(head: readonly number[]): FrameLength {
  const [, , mode, low, high] = head;
  if (mode !== undefined && ![0, 1, 32, 33].includes(mode)) return 'bad';
  if (mode === undefined || low === undefined || high === undefined) return null;
  return 5 + (low + high * 256) * (mode >= 32 ? 3 : 1);
}

function cut(head: readonly number[]): FrameLength {
  const mode = head[2];
  if (mode === undefined) return null;
  if ([0, 1, 48, 49].includes(mode)) return 3;
  return mode === 65 || mode === 66 ? 4 : 'bad';
}

/** Of the presenter commands, only the one that presents has a parameter. */
function presenter(head: readonly number[]): FrameLength {
  const n = head[2];
  return n === undefined ? null : n === 3 ? 4 : 3;
}

function barcode(head: readonly number[]): FrameLength {
  const [, , system, length] = head;
  if (system === undefined) return null;
  if (system <= 6) return head.length > 3 && head.at(-1) === 0 ? head.length : null;
  if (system < 65 || system > 79) return 'bad';
  return length === undefined ? null : 4 + length;
}

function longGraphics(head: readonly number[]): FrameLength {
  const [, , , p1, p2, p3, p4] = head;
  if (p1 === undefined || p2 === undefined || p3 === undefined || p4 === undefined) return null;
  return 7 + p1 + p2 * 256 + p3 * 65_536 + p4 * 16_777_216;
}

function realTimeRequest(head: readonly number[]): FrameLength {
  const fn = head[2];
  if (fn === undefined) return null;
  return REAL_TIME_LENGTHS[fn] ?? 'bad';
}

/** Lengths of `DLE DC4 fn`: pulse, power off, buzzer, transmit status, clear buffers. */
const REAL_TIME_LENGTHS: Readonly<Record<number, number>> = { 1: 5, 2: 5, 3: 8, 7: 4, 8: 10 };

/** Key: bytes that name the command, as text. */
const TABLE = new Map<string, FrameSpec>();

function key(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('latin1');
}

function define(lead: number, prefix: string, name: string, rows: Readonly<Record<string, FrameRule>>): void {
  for (const [letters, rule] of Object.entries(rows)) {
    const codes = [...letters].map((letter) => letter.charCodeAt(0));
    TABLE.set(key([lead, ...codes]), { name: `${prefix} ${name}${[...letters].join(' ')}`, rule });
  }
}

define(ESC, 'ESC', '', {
  '@': 2,
  '2': 2,
  '!': 3,
  '-': 3,
  E: 3,
  G: 3,
  M: 3,
  a: 3,
  d: 3,
  J: 3,
  t: 3,
  R: 3,
  '{': 3,
  '3': 3,
  B: 4,
  $: 4,
  '\\': 4,
  p: 5,
  '*': bitImage,
  D: 'until-nul',
});
TABLE.set(key([ESC, 0x20]), { name: 'ESC SP', rule: 3 });
for (const n of ['3', '4', '5']) TABLE.set(key([ESC, 0x63, n.charCodeAt(0)]), { name: `ESC c ${n}`, rule: 4 });

define(GS, 'GS', '', {
  '!': 3,
  B: 3,
  H: 3,
  f: 3,
  h: 3,
  w: 3,
  a: 3,
  r: 3,
  I: 3,
  L: 4,
  W: 4,
  P: 4,
  V: cut,
  e: presenter,
  v0: raster,
  k: barcode,
  '8L': longGraphics,
  '(k': counted(3),
  '(L': counted(3),
  '(H': counted(3),
  '(D': counted(3),
  '(E': counted(3),
});

define(FS, 'FS', '', { '&': 2, '.': 2, C: 3, '-': 3, S: 4, '(A': counted(3), '(L': counted(3) });

TABLE.set(key([GS, 0x0c]), { name: 'GS FF', rule: 2 });
TABLE.set(key([GS, 0xf6]), { name: 'GS F6', rule: 2 });
TABLE.set(key([GS, 0xf8]), { name: 'GS F8', rule: 2 });

TABLE.set(key([DLE, 0x04]), { name: 'DLE EOT', rule: 3 });
TABLE.set(key([DLE, 0x05]), { name: 'DLE ENQ', rule: 3 });
TABLE.set(key([DLE, 0x14]), { name: 'DLE DC4', rule: realTimeRequest });
TABLE.set('\n', { name: 'LF', rule: 1 });
TABLE.set('\r', { name: 'CR', rule: 1 });
TABLE.set('\t', { name: 'HT', rule: 1 });
TABLE.set('\f', { name: 'FF', rule: 1 });
/** Printers ignore NUL; hosts send runs of it to complete an unfinished image. */
TABLE.set('\0', { name: 'NUL', rule: 1 });

/** Proper prefixes of command names, such as `GS (`. */
const BEGINNINGS = new Set<string>();
for (const name of TABLE.keys()) for (let end = 1; end < name.length; end++) BEGINNINGS.add(name.slice(0, end));

/** The command of these bytes; `more` if they are a prefix; null if they match none. */
function lookUp(head: readonly number[]): FrameSpec | 'more' | null {
  const name = key(head);
  return TABLE.get(name) ?? (BEGINNINGS.has(name) ? 'more' : null);
}

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
