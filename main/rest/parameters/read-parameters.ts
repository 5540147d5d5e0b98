/**
 * Conversion of raw parameters to declared ones, by schema.
 *
 * Texts, numbers and booleans are converted, an empty text counts as absent, and a parameter with a default is
 * optional. Unknown parameters are ignored, except in a closed object (`additionalProperties: false`).
 */

import type { Static, TObject, TSchema } from 'typebox';
import { isWhole } from '../../lib/broken-texts.ts';
import { isObject } from '../../lib/parse-json.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import { parseWallTime } from '../../lib/zone.ts';
import type { RawParameters } from './query.ts';

/** The invalid parameter as a path, such as `service_id` or `filter[ids]`. */
export interface ParameterFault {
  readonly parameter: string;
  /** Description of the fault, without the value. */
  readonly error: string;
}

/** Schema properties that the reader uses. */
interface Kind {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly default?: unknown;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
  readonly patternProperties?: object;
  /** False: no other names. */
  readonly additionalProperties?: boolean;
  /** Object that must not be absent. */
  readonly needed?: boolean;
  /** Allowed in a body only. */
  readonly secret?: boolean;
}

/** Reads one value; `undefined` if it is invalid. */
type ReadValue = (value: unknown) => unknown;

export type ReadParameters<P> = (sources: readonly RawParameters[]) => Result<P, ParameterFault>;

/** @returns a reader of several sources in ascending precedence */
export function parameterReader<Schema extends TObject>(schema: Schema): ReadParameters<Static<Schema>> {
  const readObject = objectReader(schema, '');
  return (sources) => {
    const read = readObject(sources);
    return read.ok ? ok(read.value as Static<Schema>) : read;
  };
}

function objectReader(
  schema: TSchema,
  prefix: string,
): (sources: readonly RawParameters[]) => Result<Record<string, unknown>, ParameterFault> {
  const { properties = {}, required = [], additionalProperties = true } = schema as Kind;
  const known: ReadonlySet<string> = new Set(Object.keys(properties));
  const fields = Object.entries(properties).map(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}[${name}]`;
    return { name, path, kind: field as Kind, optional: !required.includes(name), read: fieldReader(field, path) };
  });
  return (sources) => {
    const values: Record<string, unknown> = {};
    const stranger = additionalProperties ? undefined : strangerIn(sources, known);
    if (stranger !== undefined) return fail(unknownName(prefix, stranger, [...known]));
    for (const { name, path, kind, optional, read } of fields) {
      const given = find(sources, name);
      if (given === undefined && kind.default !== undefined && kind.type !== 'object') values[name] = kind.default;
      else if (given === undefined && optional) continue;
      else if (given === undefined && (kind.type !== 'object' || kind.needed)) return fail(fault(path, MISSING));
      else {
        const value = read(given ?? {});
        if (!value.ok) return value;
        values[name] = value.value;
      }
    }
    return ok(values);
  };
}

/** The first unknown name. */
function strangerIn(sources: readonly RawParameters[], known: ReadonlySet<string>): string | undefined {
  for (const source of sources) {
    const stranger = Object.keys(source).find((name) => !known.has(name));
    if (stranger !== undefined) return stranger;
  }
  return undefined;
}

const MISSING = 'This parameter is missing.';

function fault(parameter: string, error: string): ParameterFault {
  return { parameter, error };
}

/** Includes the name as sent if it looks like a name. */
function unknownName(prefix: string, name: string, known: readonly string[]): ParameterFault {
  const parameter = /^[\w.-]{1,60}$/.test(name) ? `${prefix}[${name}]` : prefix;
  return fault(parameter, `Unknown filter. Available filters: ${known.join(', ')}.`);
}

function tooMany(most: number): string {
  return `It must have at most ${most} entries.`;
}

/** Description of an invalid value for users, without the value. */
function whyNot(value: unknown, kind: Kind): string {
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, maxLength, maxItems } = kind;
  if (kind.enum !== undefined) return `It must be one of: ${kind.enum.filter((one) => one !== '').join(', ')}.`;
  if (kind.type === 'boolean') return 'It must be true or false.';
  if (kind.type === 'integer') {
    // Values other than text and numbers may have no text form.
    return (typeof value === 'string' || typeof value === 'number') && /^[+-]?\d+$/.test(String(value))
      ? `It must be a whole number from ${minimum} to ${maximum}.`
      : 'It must be a whole number.';
  }
  if (kind.type === 'array') {
    const list = Array.isArray(value) ? value : typeof value === 'string' ? listInText(value) : [value];
    if (list === undefined) return 'It must be a list, or a string with a JSON list.';
    if (maxItems !== undefined && list.length > maxItems) return tooMany(maxItems);
    const bad = list.find((item) => item !== '' && readText(item, (kind.items ?? {}) as Kind) === undefined);
    return `An entry is invalid. ${whyNot(bad, (kind.items ?? {}) as Kind)}`;
  }
  if (kind.format === 'local-date-time') return 'It must be an existing date as yyyy-mm-dd hh:mm:ss.';
  if (typeof value !== 'string') return 'It must be a single string.';
  if (maxLength !== undefined && [...value].length > maxLength) return `It must have at most ${maxLength} characters.`;
  if (kind.pattern !== undefined && !expressionOf(kind.pattern).test(value)) return 'It has an invalid format.';
  return 'It must be valid Unicode without the character U+0000.';
}

/** Parameters that are not allowed in a URL. */
export function secretNames({ properties }: TObject): readonly string[] {
  return Object.entries(properties).flatMap(([name, schema]) => ((schema as Kind).secret === true ? [name] : []));
}

type ReadField = (given: unknown) => Result<unknown, ParameterFault>;

function fieldReader(schema: TSchema, path: string): ReadField {
  const kind = schema as Kind;
  if (kind.type === 'object' && kind.patternProperties !== undefined) return recordReader(path);
  if (kind.type === 'object') {
    const read = objectReader(schema, path);
    return (given) => {
      const value = jsonInText(given, '{');
      return isObject(value) ? read([value]) : fail(fault(path, 'It must be an object.'));
    };
  }
  if (kind.type === 'array' && (kind.items as Kind | undefined)?.type === 'object') return objectsReader(kind, path);
  const read = valueReader(kind);
  return (given) => {
    const value = read(given);
    return value === undefined ? fail(fault(path, whyNot(given, kind))) : ok(value);
  };
}

/** A list of objects; also as an object with list positions as keys. */
function objectsReader(kind: Kind, path: string): ReadField {
  const { items = {} as TSchema, maxItems = Number.POSITIVE_INFINITY } = kind;
  const readItem = objectReader(items, '');
  return (given) => {
    const value = jsonInText(jsonInText(given, '['), '{');
    const places = isObject(value) && Object.keys(value).every((key) => /^\d{1,9}$/.test(key));
    const list: unknown = places ? Object.values(value) : value;
    if (!Array.isArray(list)) return fail(fault(path, 'It must be a list.'));
    if (list.length > maxItems) return fail(fault(path, tooMany(maxItems)));
    const values: unknown[] = [];
    for (const [place, item] of list.entries()) {
      const here = `${path}[${place}]`;
      const read = isObject(item) ? readItem([item]) : null;
      if (read === null) return fail(fault(here, 'It must be an object.'));
      if (!read.ok) {
        const { parameter, error } = read.error;
        return fail(fault(here + parameter.replace(/^[^[]+/, '[$&]'), error));
      }
      values.push(read.value);
    }
    return ok(values);
  };
}

/** Arbitrary names with single values or lists. No name is special. */
function recordReader(path: string): ReadField {
  return (given) => {
    const value = jsonInText(given, '{');
    if (!isObject(value)) return fail(fault(path, 'It must be an object.'));
    const entries = Object.entries(value);
    if (entries.length > MAX_ENTRIES) return fail(fault(path, tooMany(MAX_ENTRIES)));
    const read: Record<string, unknown> = Object.create(null);
    for (const [name, entry] of entries) {
      const values = Array.isArray(entry) ? entry.map((item) => readText(item, MAX_ENTRY)) : readEntry(entry);
      const isGood = readText(name, MAX_NAME) !== undefined && values !== undefined;
      if (!isGood || (Array.isArray(values) && (values.length > MAX_ENTRIES || values.includes(undefined)))) {
        return fail(fault(path, 'It must contain strings, or lists of strings, that are not too long.'));
      }
      read[name] = values;
    }
    return ok(read);
  };
}

const MAX_ENTRIES = 500;
const MAX_ENTRY: Kind = { maxLength: 4000 };
const MAX_NAME: Kind = { maxLength: 200 };

function readEntry(entry: unknown): string | undefined {
  return entry === null ? '' : readText(entry, MAX_ENTRY);
}

/** Parses a text that looks like JSON; returns other values unchanged. */
function jsonInText(value: unknown, begin: '{' | '['): unknown {
  if (typeof value !== 'string' || !value.trimStart().startsWith(begin)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function find(sources: readonly RawParameters[], name: string): unknown {
  for (let index = sources.length - 1; index >= 0; index -= 1) {
    const source = sources[index];
    if (source !== undefined && Object.hasOwn(source, name)) {
      const value = source[name];
      if (value !== '' && value !== null && value !== undefined) return value;
    }
  }
  return undefined;
}

function valueReader(kind: Kind): ReadValue {
  if (kind.enum !== undefined) {
    return (value) => {
      const text = readText(value, {});
      return kind.enum?.find((choice) => choice === text);
    };
  }
  switch (kind.type) {
    case 'boolean':
      return readFlag;
    case 'integer':
      return (value) => readInteger(value, kind);
    case 'array':
      return (value) => readList(value, kind);
    default:
      if (kind.format === 'local-date-time') return readDate;
      if (kind.format === 'json-text')
        return (value) => readText(isObject(value) ? JSON.stringify(value) : value, kind);
      return (value) => readText(value, kind);
  }
}

function readText(value: unknown, kind: Kind): string | undefined {
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== 'string') return undefined;
  const { maxLength = Number.POSITIVE_INFINITY } = kind;
  // A character has one or two code units: a longer text needs no count.
  if (value.length > 2 * maxLength || (value.length > maxLength && [...value].length > maxLength)) return undefined;
  if (kind.pattern !== undefined && !expressionOf(kind.pattern).test(value)) return undefined;
  // Neither databases nor responses can carry lone surrogates or NUL.
  return isWhole(value) ? value : undefined;
}

/** Cache of compiled parameter patterns. */
const expressions = new Map<string, RegExp>();

function expressionOf(pattern: string): RegExp {
  const expression = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, expression);
  return expression;
}

function readDate(value: unknown): string | undefined {
  return typeof value === 'string' && parseWallTime(value, 'UTC') !== null ? value : undefined;
}

function readFlag(value: unknown): boolean | undefined {
  switch (typeof value === 'string' ? value.toLowerCase() : value) {
    case true:
    case 'true':
    case 1:
    case '1':
      return true;
    case false:
    case 'false':
    case 0:
    case '0':
      return false;
    default:
      return undefined;
  }
}

function readInteger(value: unknown, kind: Kind): number | undefined {
  if (typeof value === 'string' && !/^[+-]?\d{1,15}$/.test(value)) return undefined;
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number)) return undefined;
  const { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER } = kind;
  return number >= minimum && number <= maximum ? number : undefined;
}

function readList(value: unknown, kind: Kind): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? listInText(value) : [value];
  if (list === undefined || list.length > (kind.maxItems ?? Number.POSITIVE_INFINITY)) return undefined;
  const items = list.filter((item) => item !== '').map((item) => readText(item, (kind.items ?? {}) as Kind));
  return items.includes(undefined) ? undefined : (items as readonly string[]);
}

/** `["a","b"]` as text, or the text as a single item; other JSON in a text is no list. */
function listInText(text: string): readonly unknown[] | undefined {
  if (!/^\s*[[{"]/.test(text)) return [text];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
