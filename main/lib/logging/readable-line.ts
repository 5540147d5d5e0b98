/** A line of the log for a person at a terminal. */

/** pino's number of it. */
const ERROR = 50;

/** What needs no quotes. All else is written as JSON, so that no value can steer the terminal. */
const PLAIN = /^[\w.:/@+#%()-][\w.:/@+#%()\- ]*$/;
/** Steers terminals or the direction of text, and is left as it is by JSON. */
const STEERS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function shown(value: unknown): string {
  if (typeof value === 'string' && PLAIN.test(value)) return value;
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replaceAll(STEERS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** @param line one JSON line of the log; what is none is given back as it is. */
export function readableLine(line: string): string {
  let entry: Readonly<Record<string, unknown>>;
  try {
    entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  } catch {
    return line;
  }
  const { level, time, event, ...data } = entry;
  const parts = Object.entries(data).map(([name, value]) => `${name}: ${shown(value)}`);
  const word = Number(level) >= ERROR ? 'Error' : 'Warning';
  const at = typeof time === 'string' ? `${time.slice(11, 19)} UTC ` : '';
  return `${at}${word} ${shown(event)}${parts.length === 0 ? '' : `, ${parts.join(', ')}`}\n`;
}
