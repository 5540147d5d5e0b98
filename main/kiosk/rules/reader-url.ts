/**
 * Parser of reader URLs: the device, and how to read its cards.
 *
 * Every error is one line with the fix.
 */
import { examplesOf, READER_SCHEMES, type ReaderScheme } from '../../devices/contract/device-schemes.ts';
import { USUAL_RHYTHM, type WedgeRhythm } from '../../devices/contract/wedge.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { CardMeaning } from '../contract/reader.ts';
import { BASES, type NumberForm } from '../readers/card-number.ts';
import { type CardReading, parseCardPattern } from '../readers/card-pattern.ts';
import type { InputPlace } from '../readers/evdev/find-input.ts';
import { LAYOUTS, type LayoutName } from '../readers/evdev/key-layouts.ts';

interface ReadingOptions extends CardReading {
  /** The reader's own device id; empty when not given. */
  readonly device: string;
  readonly rule: CardMeaning;
}

export interface SerialReaderUrl extends ReadingOptions {
  readonly kind: 'serial';
  /** `/dev/ttyACM0` or `COM3`. */
  readonly path: string;
  readonly baudRate: number;
}

export interface WedgeReaderUrl extends ReadingOptions {
  readonly kind: 'wedge';
  /** Keyboard layout of the reader; null for the system's. */
  readonly layout: LayoutName | null;
  readonly rhythm: WedgeRhythm;
}

export interface EvdevReaderUrl extends ReadingOptions {
  readonly kind: 'evdev';
  readonly place: InputPlace;
  readonly layout: LayoutName;
}

export interface PcscReaderUrl extends ReadingOptions {
  readonly kind: 'pcsc';
  /** Part of the reader's name; empty for the first one plugged in. */
  readonly name: string;
}

export type ReaderUrl = SerialReaderUrl | WedgeReaderUrl | EvdevReaderUrl | PcscReaderUrl;

const DEFAULT_BAUD_RATE = 9600;
const MAX_BAUD_RATE = 4_000_000;
const MAX_DEVICE = 200;
const RULES: readonly CardMeaning[] = ['reader', 'table', 'raw'];
const NUMBER_OPTIONS = ['from', 'order', 'bytes', 'digits'] as const;
const READING_OPTIONS = ['pattern', 'device', 'rule', 'number', ...NUMBER_OPTIONS, 'own'] as const;
const MAX_BYTES = 32;
const MAX_DIGITS = 40;
/** For a keyboard-wedge reader: a fast typist takes 80 ms per key, and sometimes hits two or three at once. */
const MIN_GAP_MS = 10;
const MAX_GAP_MS = 60;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;
const EXAMPLES = examplesOf(READER_SCHEMES);

type Options = ReadonlyMap<string, string>;

/**
 * Not `URLSearchParams`, which decodes a plus sign as a space, and patterns such as `\d+` contain many. For the same
 * reason a `?` inside the query is a plain character.
 */
function readOptions(query: string, known: readonly string[]): Result<Options, string> {
  const options = new Map<string, string>();
  for (const part of query.split('&').filter((each) => each !== '')) {
    const at = part.indexOf('=');
    const name = at === -1 ? part : part.slice(0, at);
    if (!known.includes(name)) {
      return fail(`unknown option "${name.slice(0, 40)}"; use one of ${known.join(', ')}`);
    }
    if (at === -1) return fail(`the option ${name} has no value; write ${name}=…`);
    if (options.has(name)) return fail(`the option ${name} occurs twice; write it once`);
    try {
      options.set(name, decodeURIComponent(part.slice(at + 1)));
    } catch {
      return fail(`the option ${name} has an invalid percent sign; write %25 for %, and %26 for &`);
    }
  }
  return ok(options);
}

function readReading(options: Options): Result<ReadingOptions, string> {
  const device = options.get('device') ?? '';
  if (options.has('device') && !/^[^\s/?#]+$/.test(device)) {
    return fail('the option device must be a device id of the site, such as device=reader-1');
  }
  if (device.length > MAX_DEVICE) return fail(`the option device must have at most ${MAX_DEVICE} characters`);
  const asked = options.get('rule') ?? (device === '' ? 'table' : 'reader');
  const rule = RULES.find((each) => each === asked);
  if (rule === undefined) return fail(`unknown rule "${asked.slice(0, 40)}"; write rule=${RULES.join(', rule=')}`);
  if (rule === 'reader' && device === '') return fail('rule=reader also needs device; write device=ID&rule=reader');
  const number = readNumberForm(options);
  if (!number.ok) return number;
  const own = options.get('own')?.split(',') ?? [];
  if (!own.every((beginning) => /^\d{6,19}$/.test(beginning))) {
    return fail('the option own must be the first digits of your own cards, at least six, such as own=603912');
  }
  const text = options.get('pattern');
  const pattern = text === undefined ? ok(null) : parseCardPattern(text);
  if (!pattern.ok) return fail(`the option pattern ${pattern.error}`);
  return ok({ pattern: pattern.value, device, rule, number: number.value, own });
}

function readNumberForm(options: Options): Result<NumberForm | null, string> {
  const to = BASES.find((base) => base === options.get('number'));
  if (!options.has('number')) {
    const odd = NUMBER_OPTIONS.find((name) => options.has(name));
    return odd === undefined ? ok(null) : fail(`the option ${odd} also needs number; write number=hex`);
  }
  const from = BASES.find((base) => base === (options.get('from') ?? to));
  if (to === undefined || from === undefined) {
    return fail(`the option ${to === undefined ? 'number' : 'from'} must be hex or decimal`);
  }
  const order = options.get('order') ?? 'as-read';
  if (order !== 'as-read' && order !== 'reversed') return fail('the option order must be as-read or reversed');
  const bytes = whole(options.get('bytes'), MAX_BYTES);
  if (!bytes.ok) return fail(`the option bytes must be a number from 1 to ${MAX_BYTES}, such as bytes=4`);
  const digits = whole(options.get('digits'), MAX_DIGITS);
  if (!digits.ok) return fail(`the option digits must be a number from 1 to ${MAX_DIGITS}, such as digits=10`);
  if (digits.value !== null && to === 'hex')
    return fail('the option digits works with number=decimal only; use bytes=…');
  const isReversed = order === 'reversed';
  if (from === 'decimal' && (isReversed || to === 'hex') && bytes.value === null) {
    return fail('a decimal number has no fixed length; add bytes=4, or the length of your cards');
  }
  return ok({ from, to, isReversed, bytes: bytes.value, digits: digits.value });
}

function whole(text: string | undefined, most: number): Result<number | null, null> {
  if (text === undefined) return ok(null);
  const value = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= most ? ok(value) : fail(null);
}

/** On Windows, `serial:COM3`, `serial://COM3` and `serial:///COM3` are the same port. */
function portOf(path: string): string {
  const port = /^\/?(COM\d{1,3})\/?$/i.exec(path)?.[1];
  return port === undefined ? path : port.toUpperCase();
}

function readSerial(place: string, options: Options, reading: ReadingOptions): Result<SerialReaderUrl, string> {
  const path = portOf(place);
  if (!/^(\/[^/\0].*|COM\d+)$/.test(path)) {
    return fail('a serial reader needs a device; write serial:///dev/ttyACM0?baudRate=9600 or serial:COM3');
  }
  const text = options.get('baudRate') ?? String(DEFAULT_BAUD_RATE);
  const baudRate = /^\d{2,7}$/.test(text) ? Number(text) : 0;
  if (baudRate < 50 || baudRate > MAX_BAUD_RATE) {
    return fail(`the option baudRate must be a number such as 9600 or 115200, not "${text.slice(0, 40)}"`);
  }
  return ok({ kind: 'serial', path, baudRate, ...reading });
}

function readLayout(asked: string): Result<LayoutName, string> {
  const layout = LAYOUTS.find((each) => each === asked);
  if (layout !== undefined) return ok(layout);
  return fail(`unknown layout "${asked.slice(0, 40)}"; write layout=${LAYOUTS.join(', layout=')}`);
}

function readWedge(place: string, options: Options, reading: ReadingOptions): Result<WedgeReaderUrl, string> {
  if (place !== '') return fail('wedge: has no device; write wedge: followed by its options');
  const asked = options.get('layout');
  const layout = asked === undefined ? ok(null) : readLayout(asked);
  if (!layout.ok) return layout;
  const gap = whole(options.get('gap'), MAX_GAP_MS);
  if (!gap.ok || (gap.value ?? MAX_GAP_MS) < MIN_GAP_MS) {
    return fail(`the option gap must be a number of milliseconds from ${MIN_GAP_MS} to ${MAX_GAP_MS}, such as gap=50`);
  }
  const length = whole(options.get('length'), MAX_LENGTH);
  if (!length.ok || (length.value ?? MAX_LENGTH) < MIN_LENGTH) {
    return fail(
      `the option length must be a number of characters from ${MIN_LENGTH} to ${MAX_LENGTH}, such as length=4`,
    );
  }
  const rhythm = {
    maxMedianGapMs: gap.value ?? USUAL_RHYTHM.maxMedianGapMs,
    minLength: length.value ?? USUAL_RHYTHM.minLength,
  };
  return ok({ kind: 'wedge', layout: layout.value, rhythm, ...reading });
}

function readInput(place: string, options: Options, reading: ReadingOptions): Result<EvdevReaderUrl, string> {
  const layout = readLayout(options.get('layout') ?? 'us');
  if (!layout.ok) return layout;
  const at = inputPlace(place);
  if (at === null) {
    return fail(
      'an evdev reader needs a device; write evdev:///dev/input/event3, evdev:NAME (of /dev/input/by-id) or evdev:08ff:0009 (the ids in lsusb)',
    );
  }
  return ok({ kind: 'evdev', place: at, layout: layout.value, ...reading });
}

function inputPlace(place: string): InputPlace | null {
  const [, vendor, product, serial = ''] = /^([0-9a-f]{4}):([0-9a-f]{4})(?::([^/]{1,100}))?$/i.exec(place) ?? [];
  if (vendor !== undefined && product !== undefined) {
    return { by: 'numbers', vendor: vendor.toLowerCase(), product: product.toLowerCase(), serial };
  }
  if (/^\/[^/\0].*$/.test(place)) return { by: 'path', path: place };
  return /^[^/\0]{1,200}$/.test(place) && !/^\.+$/.test(place) ? { by: 'id', name: place } : null;
}

function readPcsc(place: string, reading: ReadingOptions): Result<PcscReaderUrl, string> {
  try {
    const name = decodeURIComponent(place.replace(/^\//, '')).trim();
    if (/^[\p{L}\d ._()[\]-]{0,100}$/u.test(name)) return ok({ kind: 'pcsc', name, ...reading });
  } catch {
    // An invalid percent escape.
  }
  return fail(
    'a pcsc reader needs a part of its name in the system; write pcsc: for the first reader, or pcsc:ACR122U',
  );
}

const OWN_OPTIONS: Readonly<Record<ReaderScheme, readonly string[]>> = {
  serial: ['baudRate'],
  evdev: ['layout'],
  pcsc: [],
  wedge: ['layout', 'gap', 'length'],
};

function isKind(kind: string): kind is ReaderScheme {
  return Object.hasOwn(OWN_OPTIONS, kind);
}

function parse(text: string): Result<ReaderUrl, string> {
  const parts = /^([a-z]+):(?:\/\/)?([^?]*)(?:\?(.*))?$/is.exec(text);
  if (parts === null) return fail(`write ${EXAMPLES}`);
  const [, scheme = '', path = '', query = ''] = parts;
  const kind = scheme.toLowerCase();
  if (!isKind(kind)) return fail(`unknown kind of reader "${kind.slice(0, 40)}:"; write ${EXAMPLES}`);
  const options = readOptions(query, [...OWN_OPTIONS[kind], ...READING_OPTIONS]);
  if (!options.ok) return options;
  const reading = readReading(options.value);
  if (!reading.ok) return reading;
  switch (kind) {
    case 'serial':
      return readSerial(path, options.value, reading.value);
    case 'evdev':
      return readInput(path, options.value, reading.value);
    case 'pcsc':
      return readPcsc(path, reading.value);
    case 'wedge':
      return readWedge(path, options.value, reading.value);
  }
}

/**
 * `serial:///dev/ttyACM0?baudRate=9600`, `evdev:08ff:0009`, `pcsc:` or `wedge:`, with the options `pattern`, `device`
 * and `rule`, and those for the format of its numbers. The rule is `reader` with a device, else `table`.
 */
export function parseReaderUrl(text: string): Result<ReaderUrl, string> {
  const parsed = parse(text);
  // Repeats only the part before the options, because a pattern can reveal details of the cards.
  return parsed.ok ? parsed : fail(`reader "${text.replace(/\?.*/s, '').slice(0, 100)}": ${parsed.error}`);
}
