/** Deviations of an answer from its schema. */
import { Ajv, type ValidateFunction } from 'ajv';

const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
const checks = new Map<object, ValidateFunction>();

/** Fields with a time on the clock of the location. */
const TIMES = new Set(['date', 'call_date', 'end_date', 'scheduled_to', 'answer_date', 'arrival_date', 'callDate']);
const TIMESTAMP = /^(?:\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?$/;

type Json = Readonly<Record<string, unknown>>;

/** One text for each deviation, with the path of the field; empty when the answer is exactly of that shape. */
export function shapeDeviations(answer: unknown, schema: object): readonly string[] {
  const check = checks.get(schema) ?? ajv.compile(closed(schema) as object);
  checks.set(schema, check);
  if (check(answer)) return wrongTimes(answer, []);
  return (check.errors ?? []).map(({ instancePath, keyword, params, message }) => {
    const path = instancePath.split('/').slice(1);
    const at = (...inner: string[]): string => [...path, ...inner].join('.');
    if (keyword === 'required') return `${at(String(params.missingProperty))} is missing`;
    if (keyword === 'additionalProperties')
      return `${at(String(params.additionalProperty))} is not a field of the interface`;
    return `${at() || 'the answer'} ${message ?? 'is wrong'}`;
  });
}

/** The schema without room for fields that it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]));
  const isOpen = 'patternProperties' in inner || 'additionalProperties' in inner;
  return 'properties' in inner && inner.type === 'object' && !isOpen
    ? { ...inner, additionalProperties: false }
    : inner;
}

function wrongTimes(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value as Json).flatMap(([name, inner]) => {
    const at = [...path, name];
    if (!TIMES.has(name)) return wrongTimes(inner, at);
    const isTime = typeof inner === 'string' && TIMESTAMP.test(inner);
    return isTime ? [] : [`${at.join('.')} is not a timestamp such as 2026-11-20 12:00:00`];
  });
}
