/** Long answers as JSON, written piece by piece while their client reads them: neither in one turn nor in memory as a whole. */
import { Readable } from 'node:stream';
import type { Steps } from '../../core/steps.ts';
import { inSlices } from '../work-slices.ts';
import { jsonWriter } from './json-writer.ts';

/** Lists with more things are written one thing at a time. */
const MAX_SHORT = 200;
/** Characters that are written and sent together. */
const CHUNK_LENGTH = 64 * 1024;
/** Long lists stand in the answer, or in an object of it. */
const MAX_DEPTH = 2;

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
}

/** Whether the answer has a list so long that it is to be written in pieces. */
export function isLong(schema: object, answer: unknown): boolean {
  return hasLongList(schema as Schema, answer, MAX_DEPTH);
}

function hasLongList(schema: Schema, value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return value.length > MAX_SHORT && isObject(schema.items);
  const fields = depth === 0 ? undefined : fieldsOf(schema, value);
  return fields?.some(([field, inner]) => hasLongList(field, inner, depth - 1)) ?? false;
}

/** The same text as a writer of the whole answer gives, but for the order of fields. */
export function longJson(schema: object, answer: object): Readable {
  return Readable.from(chunks(pieces(schema as Schema, answer, MAX_DEPTH)), { objectMode: true, highWaterMark: 1 });
}

async function* chunks(from: Iterator<string>): AsyncGenerator<string> {
  for (;;) {
    const chunk = await inSlices(gathered(from));
    if (chunk === '') return;
    yield chunk;
  }
}

/** Empty at the end. */
function* gathered(from: Iterator<string>): Steps<string> {
  let text = '';
  for (;;) {
    const { done, value } = from.next();
    if (done === true) return text;
    text += value;
    if (text.length >= CHUNK_LENGTH) return text;
    yield;
  }
}

function* pieces(schema: Schema, value: unknown, depth: number): Generator<string, void> {
  if (!hasLongList(schema, value, depth)) yield written(schema, value);
  else if (Array.isArray(value)) {
    const write = jsonWriter(schema.items ?? {});
    let before = '[';
    for (const item of value) {
      yield before + write(item);
      before = ',';
    }
    yield ']';
  } else {
    let before = '{';
    for (const [field, inner, name] of fieldsOf(schema, value) ?? []) {
      yield `${before}${JSON.stringify(name)}:`;
      yield* pieces(field, inner, depth - 1);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  }
}

function written(schema: Schema, value: unknown): string {
  return jsonWriter(schema)(value);
}

/** Those that the value has; undefined for what is written as a whole. */
function fieldsOf(schema: Schema, value: unknown): readonly (readonly [Schema, unknown, string])[] | undefined {
  const { properties, additionalProperties = false, patternProperties } = schema;
  if (properties === undefined || additionalProperties !== false || patternProperties !== undefined) return undefined;
  if (!isObject(value)) return undefined;
  return Object.entries(properties).flatMap(([name, field]) =>
    value[name] === undefined ? [] : [[field, value[name], name] as const],
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
