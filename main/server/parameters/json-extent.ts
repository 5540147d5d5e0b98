/** How much there is in a JSON text, found by one look at each byte, before anything is built of it. */

export interface JsonExtent {
  /** Brackets within brackets. */
  readonly depth: number;
  /** Values and objects in all of it; too many rather than too few. */
  readonly values: number;
  /** Fields of the largest object: names by the thousand in one cost many times what their bytes do. */
  readonly fields: number;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const OPEN_LIST = 0x5b;
/** No list has so many values that it would be taken for an object. */
const LIST = Number.MIN_SAFE_INTEGER;
const isClosing = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/**
 * Whether the text is JSON at all is for others to say.
 * @param mostDeep deeper than this it looks no further.
 */
export function jsonExtent(text: Uint8Array, mostDeep: number): JsonExtent {
  /** Fields so far of the objects that are open; of lists, less than nothing. */
  const open: number[] = [];
  let deepest = 0;
  let values = 1;
  let fields = 0;
  let inString = false;
  for (let at = 0; at < text.length && deepest <= mostDeep; at += 1) {
    const byte = text[at] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) {
      values += 1;
      const own = (open.at(-1) ?? LIST) + 1;
      if (open.length > 0) open[open.length - 1] = own;
      if (own > fields) fields = own;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      open.push(byte === OPEN_OBJECT ? 1 : LIST);
      if (open.length > deepest) deepest = open.length;
    } else if (isClosing(byte)) open.pop();
  }
  return { depth: deepest, values, fields };
}
