/** Scanner for the bytes that start, separate or end JSON values. Skips strings. */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
export const OPEN_LIST = 0x5b;
export const CLOSE_LIST = 0x5d;

const MARKS = new Uint8Array(256);
for (const byte of [QUOTE, COMMA, OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST]) MARKS[byte] = 1;

export interface MarkScanner {
  /** Offset of the next comma or bracket before `until`; -1 if there is none, and the scan can continue later. */
  next(until: number): number;
  /** Offset after all scanned bytes; can exceed the text by one after a truncated escape. */
  place(): number;
}

/** @param from an offset outside of strings */
export function scanMarks(text: Uint8Array, from: number): MarkScanner {
  let at = from;
  let inString = false;
  return {
    next(until) {
      while (at < until) {
        const byte = text[at] as number;
        at += 1;
        if (inString) {
          if (byte === BACKSLASH) at += 1;
          else if (byte === QUOTE) inString = false;
        } else if (MARKS[byte] === 1) {
          if (byte !== QUOTE) return at - 1;
          inString = true;
        }
      }
      return -1;
    },
    place: () => at,
  };
}
