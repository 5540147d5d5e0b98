/**
 * Tolerant reader of a third-party server's responses.
 *
 * Missing fields get a default by type, texts and numbers are converted, and unknown fields are dropped.
 */

import type { TSchema } from 'typebox';
import { isObject } from '../../lib/parse-json.ts';

interface Kind {
  readonly type?: string;
  readonly items?: TSchema;
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly patternProperties?: Readonly<Record<string, TSchema>>;
  readonly required?: readonly string[];
}

/** The error in a response, or null. */
export function readFailure(value: unknown): { readonly errno: number; readonly error: string } | null {
  if (!isObject(value) || value.success !== false) return null;
  const errno = Number(value.errno);
  return { errno: Number.isInteger(errno) ? errno : 9, error: typeof value.error === 'string' ? value.error : '' };
}

/** A successful response in exactly the shape of the schema; null for any other. */
export function completeAnswer(schema: TSchema, value: unknown): unknown {
  return isObject(value) && value.success === true ? complete(schema, value) : null;
}

function complete(schema: TSchema, value: unknown): unknown {
  const kind = schema as Kind;
  switch (kind.type) {
    case 'string':
      return typeof value === 'string' ? value : ['number', 'boolean'].includes(typeof value) ? String(value) : '';
    case 'integer':
      return Number.isFinite(Number(value)) ? Math.trunc(Number(value)) : 0;
    case 'boolean':
      return value === true || value === 'true' || value === 1 || value === '1';
    case 'array':
      return Array.isArray(value) ? value.map((item) => complete(kind.items ?? {}, item)) : [];
    case 'object':
      return completeObject(kind, isObject(value) ? value : {});
    default:
      return value;
  }
}

function completeObject(kind: Kind, value: Readonly<Record<string, unknown>>): unknown {
  const [inner] = Object.values(kind.patternProperties ?? {});
  if (inner !== undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, complete(inner, entry)]));
  }
  const completed: Record<string, unknown> = {};
  for (const { key, schema, isRequired } of fieldsOf(kind)) {
    if (isRequired || Object.hasOwn(value, key)) completed[key] = complete(schema, value[key]);
  }
  return completed;
}

interface Field {
  readonly key: string;
  readonly schema: TSchema;
  readonly isRequired: boolean;
}

/** Keyed by schema objects, which are reused for each response. */
const known = new WeakMap<Kind, readonly Field[]>();

function fieldsOf(kind: Kind): readonly Field[] {
  let fields = known.get(kind);
  if (fields === undefined) {
    const required = new Set(kind.required);
    fields = Object.entries(kind.properties ?? {}).map(([key, schema]) => {
      return { key, schema, isRequired: required.has(key) };
    });
    known.set(kind, fields);
  }
  return fields;
}
