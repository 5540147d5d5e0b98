/** Types and helpers of command handlers. */
import { hex } from '../fault.ts';
import type { PrintHead } from '../print-head.ts';

/** Executes one whole command; `bytes` includes the bytes of its name. */
export type Handler = (head: PrintHead, bytes: Uint8Array) => void;

export type Handlers = Readonly<Record<string, Handler>>;

export function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}

/** Unsigned 16-bit value, low byte first. */
export function wordAt(bytes: Uint8Array, index: number): number {
  return byteAt(bytes, index) + byteAt(bytes, index + 1) * 256;
}

/** Signed 16-bit value, low byte first. */
export function signedWordAt(bytes: Uint8Array, index: number): number {
  const word = wordAt(bytes, index);
  return word < 0x8000 ? word : word - 0x10000;
}

/** Reads a choice given as number or as ASCII digit. Null if it is neither, or above `max`. */
export function choice(bytes: Uint8Array, index: number, max: number): number | null {
  const value = byteAt(bytes, index);
  const plain = value >= 48 && value <= 57 ? value - 48 : value;
  return plain <= max ? plain : null;
}

export function badArgument(head: PrintHead, bytes: Uint8Array, why: string): void {
  head.fault('bad-argument', `${why}: ${hex(bytes)}`);
}

/**
 * Whether the head is at the start of a line; otherwise the command is ignored, as printers do, and recorded as a
 * fault.
 */
export function atLineStart(head: PrintHead, bytes: Uint8Array, name: string): boolean {
  if (head.lineIsEmpty) return true;
  head.fault('misplaced', `${name} works only at the beginning of a line: ${hex(bytes)}`);
  return false;
}
