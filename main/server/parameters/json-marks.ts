/** Bytes of a JSON text that say where its values begin and end. */

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

/** Whether a byte outside of strings begins, parts or ends values. Most do not. */
export function isMark(byte: number): boolean {
  return MARKS[byte] === 1;
}
