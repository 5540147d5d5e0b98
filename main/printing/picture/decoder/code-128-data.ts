/** Code 128 data of `GS k 73`. */
import { START_A, START_B, START_C } from '../../code-128.ts';

/** The data of `GS k 73` as symbol characters, the start character first, and as a reader would tell it. */
export interface Code128Data {
  readonly values: readonly number[];
  readonly content: string;
}

type CodeSet = 'A' | 'B' | 'C';

const BRACE = 0x7b;
const STARTS: Readonly<Record<CodeSet, number>> = { A: START_A, B: START_B, C: START_C };
/** The value that changes to that code set out of another one. */
const CHANGES: Readonly<Record<CodeSet, number>> = { A: 101, B: 100, C: 99 };
const isCodeSet = (sign: string): sign is CodeSet => sign === 'A' || sign === 'B' || sign === 'C';

function symbolValue(byte: number, set: CodeSet): number | null {
  if (set === 'C') return byte <= 99 ? byte : null;
  if (set === 'A' && byte < 0x20) return byte + 64;
  const last = set === 'A' ? 0x5f : 0x7f;
  return byte >= 0x20 && byte <= last ? byte - 0x20 : null;
}

/** Null for data that a printer refuses: no code set at the beginning, or a sign that the set in force lacks. */
export function readCode128(data: Uint8Array): Code128Data | null {
  const values: number[] = [];
  let content = '';
  let set: CodeSet | null = null;
  for (let at = 0; at < data.length; at++) {
    const byte = data[at] ?? 0;
    const next = String.fromCodePoint(data[at + 1] ?? 0);
    if (byte === BRACE && next !== '{') {
      // Shift and the function characters are not known here.
      if (!isCodeSet(next)) return null;
      values.push(set === null ? STARTS[next] : CHANGES[next]);
      set = next;
      at += 1;
      continue;
    }
    if (byte === BRACE) at += 1;
    const value: number | null = set === null ? null : symbolValue(byte, set);
    if (value === null) return null;
    values.push(value);
    content += set === 'C' ? String(byte).padStart(2, '0') : String.fromCodePoint(byte);
  }
  return values.length < 2 ? null : { values, content };
}
