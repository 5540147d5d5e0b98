/** English sentence of a log event, with its values. */
import { EVENTS, type EventName } from './events.ts';

/** Values that need no quotes. Others are written as JSON, so that no value can control the terminal. */
const PLAIN = /^[\w.:/@+#%()-][\w.:/@+#%()\- ]*$/;
/** Characters that control terminals or text direction, and that JSON does not escape. */
const CONTROLS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A value as text without control characters. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replaceAll(CONTROLS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const FIELD = /\{(\w+)\}/g;
const FIELD_AND_STOP = /\{(\w+)\}(\.?)/g;
const OPTIONAL_PART = /\[([^[\]]*)\]/g;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Fields in a sentence. */
export const fieldsIn = (sentence: string): readonly string[] =>
  [...sentence.matchAll(FIELD)].map(([, name = '']) => name);

/** For multi-line values, such as a stack trace, a sentence contains the first line. */
export const hasMoreLines = (value: unknown): boolean => typeof value === 'string' && value.includes('\n');

const firstLine = (value: unknown): unknown => (typeof value === 'string' ? value.split('\n', 1)[0] : value);

export function sentenceOf(event: EventName, data: Readonly<Record<string, unknown>>): string {
  return EVENTS[event].sentence
    .replaceAll(OPTIONAL_PART, (_all, part: string) =>
      fieldsIn(part).some((name) => isMissing(data[name])) ? '' : part,
    )
    .replaceAll(FIELD_AND_STOP, (_all, name: string, stop: string) => {
      const text = shownValue(firstLine(data[name]));
      return text.endsWith('.') ? text : `${text}${stop}`;
    });
}
