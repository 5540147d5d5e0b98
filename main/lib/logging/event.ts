/** Declaration of one log event: level, fields and sentence. */
import type { FieldName } from './fields.ts';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Formats of `--log-format`. */
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Name of a field; optional with `?`. */
type FieldKey = FieldName | `${FieldName}?`;

type Named<Text> = Text extends `${string}{${infer Name extends FieldName}}${infer Rest}` ? Name | Named<Rest> : never;

/** Fields of a sentence; those in `[…]` are optional. */
type FieldsIn<Sentence> = Sentence extends `${infer Before}[${infer Part}]${infer After}`
  ? Named<Before> | `${Named<Part>}?` | FieldsIn<After>
  : Named<Sentence>;

export interface LogEvent<Level extends LogLevel = LogLevel, Field extends FieldKey = FieldKey> {
  readonly level: Level;
  readonly fields: readonly Field[];
  /** Template: `{field}` is a value; `[…]` is omitted if a value in it is missing. */
  readonly sentence: string;
}

const FIELD = /\{(\w+)\}/g;
const OPTIONAL_PART = /\[[^[\]]*\]/g;

/** Fields in a sentence. */
export const fieldsIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(FIELD)].map(([, name = '']) => name);

/** @param more fields that the sentence lacks, or that are required although its part is optional */
const declare =
  <Level extends LogLevel>(level: Level) =>
  <const Sentence extends string, Field extends FieldKey = never>(
    sentence: Sentence,
    more: readonly Field[] = [],
  ): LogEvent<Level, Field | FieldsIn<Sentence>> => {
    const always = fieldsIn(sentence.replaceAll(OPTIONAL_PART, ''));
    const named = fieldsIn(sentence).filter((name) => !more.some((field) => field === name));
    const fields = named.map((name) => (always.includes(name) ? name : `${name}?`)) as FieldsIn<Sentence>[];
    return { level, fields: [...more, ...fields], sentence };
  };

export const info = declare('info');
export const warn = declare('warn');
export const error = declare('error');
