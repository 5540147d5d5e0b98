/** Size of a JSON text, measured before it is parsed. */
import type { SlicedWork } from '../../lib/steps.ts';
import { COMMA, OPEN_LIST, OPEN_OBJECT, scanMarks } from './json-marks.ts';

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
export function* jsonExtent(text: Uint8Array, mostDeep: number): SlicedWork<JsonExtent> {
  const marks = scanMarks(text, 0);
  /** Fields so far of the objects that are open; of lists, less than nothing. */
  const open: number[] = [];
  let depth = 0;
  let values = 1;
  let fields = 0;

  function take(byte: number | undefined): void {
    if (byte === COMMA) {
      values += 1;
      const own = (open.at(-1) ?? LIST) + 1;
      if (open.length > 0) open[open.length - 1] = own;
      if (own > fields) fields = own;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      open.push(byte === OPEN_OBJECT ? 1 : LIST);
      if (open.length > depth) depth = open.length;
    } else open.pop();
  }

  for (;;) {
    const until = Math.min(text.length, marks.place() + STEP_BYTES);
    for (let at = marks.next(until); at >= 0; at = marks.next(until)) {
      take(text[at]);
      if (depth > mostDeep) return { depth, values, fields };
    }
    if (marks.place() >= text.length) return { depth, values, fields };
    yield;
  }
}
