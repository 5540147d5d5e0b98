/** Declaration of one log event: level, fields and sentence. */
import type { FieldName } from './fields.ts';

export const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Formats of `--log-format`. */
export const LOG_FORMATS = ['json', 'text'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Name of a field; optional with `?`. */
type FieldKey = FieldName | `${FieldName}?`;

export interface LogEvent<Level extends LogLevel = LogLevel, Fields extends readonly FieldKey[] = readonly FieldKey[]> {
  readonly level: Level;
  readonly fields: Fields;
  /** Template: `{field}` is a value; `[…]` is omitted if a value in it is missing. */
  readonly sentence: string;
}

type Declare<Level extends LogLevel> = <const Fields extends readonly FieldKey[]>(
  fields: Fields,
  sentence: string,
) => LogEvent<Level, Fields>;

export const info: Declare<'info'> = (fields, sentence) => ({ level: 'info', fields, sentence });
export const warn: Declare<'warn'> = (fields, sentence) => ({ level: 'warn', fields, sentence });
export const error: Declare<'error'> = (fields, sentence) => ({ level: 'error', fields, sentence });
