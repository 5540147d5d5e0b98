/** English sentence of a log event, with its values. */
import { fieldsIn } from './event.ts';
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

const FIELD_AND_STOP = /\{(\w+)\}(\.?)/g;
/** A noun after its number: `{count} offline ticket(s)`. */
const COUNTED = /\{(\w+)\}((?: [\w-]+)+)\(s\)/g;
const OPTIONAL_PART = /\[([^[\]]*)\]/g;

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/** For multi-line values, such as a stack trace, a sentence contains the first line. */
export const hasMoreLines = (value: unknown): boolean => typeof value === 'string' && value.includes('\n');

const firstLine = (value: unknown): unknown => (typeof value === 'string' ? value.split('\n', 1)[0] : value);

export function sentenceOf(event: EventName, data: Readonly<Record<string, unknown>>): string {
  return EVENTS[event].sentence
    .replaceAll(OPTIONAL_PART, (_all, part: string) =>
      fieldsIn(part).some((name) => isMissing(data[name])) ? '' : part,
    )
    .replaceAll(COUNTED, (_all, name: string, noun: string) => `{${name}}${noun}${data[name] === 1 ? '' : 's'}`)
    .replaceAll(FIELD_AND_STOP, (_all, name: string, stop: string) => {
      const text = shownValue(firstLine(data[name]));
      return text.endsWith('.') ? text : `${text}${stop}`;
    });
}

/** Levels of pino. */
const ERROR = 50;
const WARN = 40;

const wordOf = (level: number): string => {
  if (level >= ERROR) return 'Error';
  return level >= WARN ? 'Warning' : 'Info';
};

const isEvent = (name: unknown): name is keyof typeof EVENTS => typeof name === 'string' && Object.hasOwn(EVENTS, name);

/** @param line one JSON line of the log; other text is returned unchanged */
export function readableLine(line: string): string {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return line;
  }
  const { level, time, event, msg, ...data } = entry;
  const isShown = isEvent(event) ? fieldsIn(EVENTS[event].sentence) : [];
  const others = Object.entries(data).filter(([name, value]) => !isShown.includes(name) || hasMoreLines(value));
  const parts = [shownValue(event), ...others.map(([name, value]) => `${name}: ${shownValue(value)}`)];
  const at = typeof time === 'string' ? `${time.slice(11, 19)} UTC ` : '';
  const sentence = typeof msg === 'string' ? ` ${msg}` : '';
  return `${at}${wordOf(Number(level))}:${sentence} [${parts.join(', ')}]\n`;
}
