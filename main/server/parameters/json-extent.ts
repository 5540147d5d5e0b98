/** How much there is in a JSON text, found by one look at each byte, before anything is built of it. */
import type { Steps } from '../../core/steps.ts';
import { BACKSLASH, COMMA, isMark, OPEN_LIST, OPEN_OBJECT, QUOTE } from './json-marks.ts';

export interface JsonExtent {
  /** Brackets within brackets. */
  readonly depth: number;
  /** Values and objects in all of it; too many rather than too few. */
  readonly values: number;
  /** Fields of the largest object: names by the thousand in one cost many times what their bytes do. */
  readonly fields: number;
}

/** No list has so many values that it would be taken for an object. */
const LIST = Number.MIN_SAFE_INTEGER;
/** Read in one step: some tenths of a millisecond. */
const STEP_BYTES = 64 * 1024;

/**
 * Whether the text is JSON at all is for others to say.
 * @param mostDeep deeper than this it looks no further.
 */
export function* jsonExtent(text: Uint8Array, mostDeep: number): Steps<JsonExtent> {
  const reader = extentReader(text, mostDeep);
  while (reader.readOn(STEP_BYTES)) yield;
  return reader.extent();
}

interface ExtentReader {
  /** False at the end of the text, or where it is too deep. */
  readOn(bytes: number): boolean;
  extent(): JsonExtent;
}

function extentReader(text: Uint8Array, mostDeep: number): ExtentReader {
  /** Fields so far of the objects that are open; of lists, less than nothing. */
  const open: number[] = [];
  let deepest = 0;
  let values = 1;
  let fields = 0;
  let inString = false;
  let place = 0;

  function readOn(bytes: number): boolean {
    const end = Math.min(text.length, place + bytes);
    let at = place;
    for (; at < end && deepest <= mostDeep; at += 1) {
      const byte = text[at] as number;
      if (inString) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) inString = false;
      } else if (!isMark(byte)) continue;
      else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) {
        values += 1;
        const own = (open.at(-1) ?? LIST) + 1;
        if (open.length > 0) open[open.length - 1] = own;
        if (own > fields) fields = own;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        values += 1;
        open.push(byte === OPEN_OBJECT ? 1 : LIST);
        if (open.length > deepest) deepest = open.length;
      } else open.pop();
    }
    place = at;
    return place < text.length && deepest <= mostDeep;
  }

  return { readOn, extent: () => ({ depth: deepest, values, fields }) };
}
