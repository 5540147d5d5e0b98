/**
 * Streamed JSON for long responses, without blocking or buffering the whole.
 */

import { Readable } from 'node:stream';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { isObject } from '../../lib/parse-json.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { jsonWriter } from './json-writer.ts';

/** Longer lists are written item by item. */
const MAX_SHORT = 200;
/** Characters per chunk. */
const CHUNK_LENGTH = 64 * 1024;
/** Long lists are at the top level, or one object below. */
const MAX_DEPTH = 2;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

/** Field names that lead from a response to a list of objects. */
type ListPath = readonly string[];

/** Cache by schema: every response is checked, and most have no such list. */
const found = new WeakMap<object, readonly ListPath[]>();

function listsOf(schema: object): readonly ListPath[] {
  const known = found.get(schema);
  if (known !== undefined) return known;
  const lists = listsIn(schema, MAX_DEPTH);
  found.set(schema, lists);
  return lists;
}

/** An object with arbitrary field names is written at once. */
function listsIn(schema: Schema, depth: number): readonly ListPath[] {
  const { items, properties = {}, additionalProperties = false, patternProperties } = schema;
  if (isObject(items)) return [[]];
  if (depth === 0 || additionalProperties !== false || patternProperties !== undefined) return [];
  return Object.entries(properties).flatMap(([name, field]) =>
    listsIn(field, depth - 1).map((path) => [name, ...path]),
  );
}

function hasLongList(value: unknown, lists: readonly ListPath[]): boolean {
  return lists.some((path) => {
    let list = value;
    for (const name of path) list = isObject(list) ? list[name] : undefined;
    return Array.isArray(list) && list.length > MAX_SHORT;
  });
}

/** Whether the response has a list long enough to be streamed. */
export function isLong(schema: object, answer: unknown): boolean {
  return hasLongList(answer, listsOf(schema));
}

/** Same text as a serialiser of the whole response, except for the order of fields. */
export function longJson(schema: object, answer: object): Readable {
  const text = pieces(schema, answer, listsOf(schema));
  return Readable.from(chunks(text), { objectMode: true, highWaterMark: 1 });
}

async function* chunks(from: Iterator<string>): AsyncGenerator<string> {
  for (;;) {
    const chunk = await inSlices(gathered(from));
    if (chunk === '') return;
    yield chunk;
  }
}

/** Collects pieces into a chunk; empty at the end. */
function* gathered(from: Iterator<string>): SlicedWork<string> {
  let text = '';
  for (;;) {
    const { done, value } = from.next();
    if (done === true) return text;
    text += value;
    if (text.length >= CHUNK_LENGTH) return text;
    yield;
  }
}

function* pieces(schema: Schema, value: unknown, lists: readonly ListPath[]): Generator<string, void> {
  if (!hasLongList(value, lists)) yield jsonWriter(schema)(value);
  else if (Array.isArray(value)) {
    const write = jsonWriter(schema.items ?? {});
    let before = '[';
    for (const item of value) {
      yield before + write(item);
      before = ',';
    }
    yield ']';
  } else if (isObject(value)) {
    let before = '{';
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      const inner = value[name];
      if (inner === undefined) continue;
      const within = lists.filter(([first]) => first === name).map(([, ...path]) => path);
      yield `${before}${JSON.stringify(name)}:`;
      yield* pieces(field, inner, within);
      before = ',';
    }
    yield '}';
  }
}
