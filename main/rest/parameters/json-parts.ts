/** Parser that reads large JSON texts in parts. */
import type { SlicedWork } from '../../lib/steps.ts';
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  type MarkScanner,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
  scanMarks,
} from './json-marks.ts';

/** Bytes parsed in one step: less than a millisecond. */
const PART_BYTES = 64 * 1024;

const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Same result as `JSON.parse`, including the `SyntaxError`; also throws for a number with more digits than a part has
 * bytes.
 *
 * @param text valid UTF-8, with a depth that recursion can handle
 */
export function* parseInParts(text: Buffer): SlicedWork<unknown> {
  return yield* parse(text, 0, text.length);
}

function* parse(text: Buffer, from: number, to: number): SlicedWork<unknown> {
  yield;
  const [first, end] = trimmed(text, from, to);
  if (end - first <= PART_BYTES) return JSON.parse(text.toString('utf8', first, end));
  const last = text[end - 1];
  switch (text[first]) {
    case OPEN_OBJECT:
      if (last === CLOSE_OBJECT) return yield* parseObject(text, first + 1, end - 1);
      break;
    case OPEN_LIST:
      if (last === CLOSE_LIST) return yield* parseList(text, first + 1, end - 1);
      break;
    case QUOTE:
      return JSON.parse(text.toString('utf8', first, end));
  }
  // Fail early: parsing it would only find this at its end.
  throw new SyntaxError('An object, list or string is too long.');
}

function* parseList(text: Buffer, from: number, to: number): SlicedWork<readonly unknown[]> {
  const list: unknown[] = [];
  for (const part of partsOf(text, from, to)) {
    if (part === null) yield;
    else if (part.to - part.from > PART_BYTES) list.push(yield* parse(text, part.from, part.to));
    else {
      for (const value of JSON.parse(`[${part.text()}]`) as readonly unknown[]) list.push(value);
      yield;
    }
  }
  return list;
}

function* parseObject(text: Buffer, from: number, to: number): SlicedWork<object> {
  const object: Record<string, unknown> = {};
  const put = (name: string, value: unknown): void => {
    if (name !== '__proto__') object[name] = value;
    else Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true });
  };
  for (const part of partsOf(text, from, to)) {
    if (part === null) yield;
    else if (part.to - part.from > PART_BYTES) {
      const colon = colonIn(text, part.from, part.to);
      const name: unknown = JSON.parse(text.toString('utf8', part.from, colon));
      if (typeof name !== 'string') throw new SyntaxError('The name of a member is not a string.');
      put(name, yield* parse(text, colon + 1, part.to));
    } else {
      for (const [name, value] of Object.entries(JSON.parse(`{${part.text()}}`))) put(name, value);
      yield;
    }
  }
  return object;
}

interface Part {
  readonly from: number;
  readonly to: number;
  text(): string;
}

/**
 * Splits the members of a list or object into parts: several members, or one larger than a part. Yields null while it
 * searches the end of a large one, so that it can be interrupted.
 */
function* partsOf(text: Buffer, from: number, to: number): Generator<Part | null> {
  const part = (start: number, end: number): Part => {
    const [first, last] = trimmed(text, start, end);
    // Nothing between two commas is an error; only brackets can enclose nothing.
    if (first === last && (start > from || end < to)) throw new SyntaxError('A value is missing.');
    return { from: first, to: last, text: () => text.toString('utf8', first, last) };
  };
  let start = from;
  /** Offset after the last comma. */
  let member = from;
  const marks = scanMarks(text, from);
  for (;;) {
    const end = yield* endOfMember(text, marks, to);
    if (end - start > PART_BYTES && member > start) {
      yield part(start, member - 1);
      start = member;
    }
    if (end - start > PART_BYTES) {
      yield part(start, end);
      start = end + 1;
    }
    member = end + 1;
    if (end === to) break;
  }
  // A large member may have been the last.
  if (start <= to) yield part(start, to);
}

/** Offset of the comma after a member, or the end. Yields where it can be interrupted. */
function* endOfMember(text: Buffer, marks: MarkScanner, to: number): Generator<null, number> {
  let depth = 0;
  for (;;) {
    const until = Math.min(to, marks.place() + PART_BYTES);
    for (let at = marks.next(until); at >= 0; at = marks.next(until)) {
      const byte = text[at];
      if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte !== COMMA) depth -= 1;
      else if (depth === 0) return at;
      if (depth < 0) throw new SyntaxError('A closing bracket has no opening one.');
    }
    if (marks.place() >= to) return to;
    yield null;
  }
}

/** Offset of the colon after a member's name. */
function colonIn(text: Buffer, from: number, to: number): number {
  let isOpen = false;
  for (let at = from; at < to; at += 1) {
    if (text[at] === BACKSLASH) at += 1;
    else if (text[at] === QUOTE) isOpen = !isOpen;
    else if (text[at] === COLON && !isOpen) return at;
  }
  throw new SyntaxError('A member has no value.');
}

function trimmed(text: Buffer, from: number, to: number): readonly [from: number, to: number] {
  let [first, end] = [from, to];
  while (first < end && SPACES.has(text[first])) first += 1;
  while (end > first && SPACES.has(text[end - 1])) end -= 1;
  return [first, end];
}
