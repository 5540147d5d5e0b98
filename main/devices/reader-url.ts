/** Reader URLs: which card reader, and how what it says is read. Every error is one line that says what to write. */
import type { CardRule } from '../contract/reader.ts';
import { fail, ok, type Result } from '../contract/result.ts';
import { type CardPattern, parseCardPattern } from './card-pattern.ts';

interface ReadingOptions {
  readonly pattern: CardPattern | null;
  /** The reader's own device id; empty when not given. */
  readonly device: string;
  readonly rule: CardRule;
}

export interface SerialReaderUrl extends ReadingOptions {
  readonly kind: 'serial';
  /** `/dev/ttyACM0` or `COM3`. */
  readonly path: string;
  readonly baudRate: number;
}

export interface WedgeReaderUrl extends ReadingOptions {
  readonly kind: 'wedge';
}

export type ReaderUrl = SerialReaderUrl | WedgeReaderUrl;

const DEFAULT_BAUD_RATE = 9600;
const MAX_BAUD_RATE = 4_000_000;
const MAX_DEVICE = 200;
const RULES: readonly CardRule[] = ['reader', 'table', 'raw'];
const READING_OPTIONS = ['pattern', 'device', 'rule'] as const;
const NOT_YET = ['evdev', 'pcsc'];

type Options = ReadonlyMap<string, string>;

/**
 * Not `URLSearchParams`: there a plus sign means a space, and patterns such as `\d+` are full of them. A `?` inside
 * the query is a plain character for the same reason.
 */
function readOptions(query: string, known: readonly string[]): Result<Options, string> {
  const options = new Map<string, string>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const name = at === -1 ? part : part.slice(0, at);
    if (!known.includes(name)) {
      return fail(`there is no option "${name.slice(0, 40)}"; write one of ${known.join(', ')}`);
    }
    if (at === -1) return fail(`the option ${name} has no value; write ${name}=…`);
    if (options.has(name)) return fail(`the option ${name} stands there twice; write it once`);
    try {
      options.set(name, decodeURIComponent(part.slice(at + 1)));
    } catch {
      return fail(`in the option ${name} a per cent sign stands alone; write %25 for it, and %26 for &`);
    }
  }
  return ok(options);
}

function readReading(options: Options): Result<ReadingOptions, string> {
  const device = options.get('device') ?? '';
  if (options.has('device') && !/^[^\s/?#]+$/.test(device)) {
    return fail('the option device needs a device id of the site, such as device=reader-1');
  }
  if (device.length > MAX_DEVICE) return fail(`the option device may have at most ${MAX_DEVICE} characters`);
  const asked = options.get('rule') ?? (device === '' ? 'table' : 'reader');
  const rule = RULES.find((each) => each === asked);
  if (rule === undefined) return fail(`there is no rule "${asked.slice(0, 40)}"; write rule=${RULES.join(', rule=')}`);
  if (rule === 'reader' && device === '') return fail('rule=reader needs the device too; write device=ID&rule=reader');
  const text = options.get('pattern');
  if (text === undefined) return ok({ pattern: null, device, rule });
  const pattern = parseCardPattern(text);
  return pattern.ok ? ok({ pattern: pattern.value, device, rule }) : fail(`the option pattern ${pattern.error}`);
}

/** `serial:COM3`, `serial://COM3` and `serial:///COM3` are the same port of Windows. */
function portOf(path: string): string {
  const port = /^\/?(COM\d{1,3})\/?$/i.exec(path)?.[1];
  return port === undefined ? path : port.toUpperCase();
}

function readSerial(place: string, options: Options, reading: ReadingOptions): Result<SerialReaderUrl, string> {
  const path = portOf(place);
  if (!/^(\/[^/\0].*|COM\d+)$/.test(path)) {
    return fail('a serial reader needs its device; write serial:///dev/ttyACM0?baudRate=9600 or serial:COM3');
  }
  const text = options.get('baudRate') ?? String(DEFAULT_BAUD_RATE);
  const baudRate = /^\d{2,7}$/.test(text) ? Number(text) : 0;
  if (baudRate < 50 || baudRate > MAX_BAUD_RATE) {
    return fail(`the option baudRate must be a number such as 9600 or 115200, not "${text.slice(0, 40)}"`);
  }
  return ok({ kind: 'serial', path, baudRate, ...reading });
}

function parse(text: string): Result<ReaderUrl, string> {
  const parts = /^([a-z]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/is.exec(text);
  if (parts === null) return fail('write serial:///dev/ttyACM0?baudRate=9600 or wedge:');
  const [, scheme = '', path = '', query = ''] = parts;
  const kind = scheme.toLowerCase();
  if (NOT_YET.includes(kind)) return fail(`${kind}: readers are not in this version; write serial:… or wedge:`);
  if (kind !== 'serial' && kind !== 'wedge') {
    return fail(`there is no kind of reader "${kind.slice(0, 40)}:"; write serial:… or wedge:`);
  }
  const options = readOptions(query, kind === 'serial' ? ['baudRate', ...READING_OPTIONS] : READING_OPTIONS);
  if (!options.ok) return options;
  const reading = readReading(options.value);
  if (!reading.ok) return reading;
  if (kind === 'serial') return readSerial(path, options.value, reading.value);
  return path === ''
    ? ok({ kind, ...reading.value })
    : fail('wedge: names no device; write wedge: and then its options');
}

/**
 * `serial:///dev/ttyACM0?baudRate=9600` or `wedge:`, with the options `pattern`, `device` and `rule`. The rule is
 * `reader` when a device is given, else `table`.
 */
export function parseReaderUrl(text: string): Result<ReaderUrl, string> {
  const parsed = parse(text);
  // Only the part before the options is repeated: a pattern may say more of the cards than a log should know.
  return parsed.ok ? parsed : fail(`reader "${text.replace(/\?.*/s, '').slice(0, 100)}": ${parsed.error}`);
}
