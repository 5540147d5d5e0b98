/** Line of the log as text: time, level, sentence, event name and the other fields. */
import { EVENTS } from './events.ts';
import { fieldsIn, hasMoreLines, shownValue } from './sentence.ts';

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
