/**
 * Parser of printer addresses.
 *
 * Examples: `tcp://host:9100`, `serial:///dev/ttyUSB0?baudRate=19200`, `lp:///dev/usb/lp0`, `usb://04b8:0e15`,
 * `cups:queue`, `spool:name`, `file:///path`, `none:`; options follow a question mark. Every error is one line with a
 * correction.
 */
import { fileURLToPath } from 'node:url';
import { type DeviceSchemes, examplesOf, PRINTER_SCHEMES } from '../devices/contract/device-schemes.ts';
import { fail, ok, type Result } from '../lib/result.ts';
import { CONFIRM_WAYS, CUT_WAYS, DPI, MARK_WAYS, PRESENTERS, type PrinterOptions } from './printer-options.ts';
import { profileFor } from './profile.ts';
import type { UsbPlace } from './transports/usb/usb-transport.ts';

export type PrinterAddress =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number }
  | {
      readonly kind: 'serial';
      readonly path: string;
      readonly baudRate: number;
      /** Whether the printer uses XON/XOFF; otherwise these bytes are noise. */
      readonly obeysXoff: boolean;
    }
  | { readonly kind: 'lp'; readonly path: string }
  | { readonly kind: 'usb'; readonly place: UsbPlace }
  /** Queue of the local CUPS server. */
  | { readonly kind: 'cups'; readonly queue: string }
  /** Printer of the Windows spooler, by name. */
  | { readonly kind: 'spool'; readonly queue: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'none' };

export type SpoolAddress = Extract<PrinterAddress, { kind: 'cups' | 'spool' }>;

export type PrinterUrl = PrinterAddress & { readonly options: PrinterOptions };

const DEFAULT_TCP_PORT = 9100;
const DEFAULT_BAUD = 19_200;
/** From 25 to 163 mm at 203 dots per inch. */
const MIN_DOTS = 200;
const MAX_DOTS = 1300;
const MIN_COLUMNS = 16;
const MAX_COLUMNS = 64;
const MIN_RETRACT_S = 5;
const MAX_RETRACT_S = 600;
const FLOW_CONTROLS: readonly string[] = ['none', 'xonxoff'];
const MIN_BAUD = 1200;
const MAX_BAUD = 4_000_000;

/** Does not compile if a kind of address lacks a scheme. */
const SCHEMES: Pick<DeviceSchemes, PrinterAddress['kind']> = PRINTER_SCHEMES;
const EXAMPLES = examplesOf(SCHEMES);

function integer(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}

function readOptions(query: URLSearchParams, extra: readonly string[]): Result<PrinterOptions, string> {
  const known = [
    'columns',
    'dots',
    'dpi',
    'codePage',
    'profile',
    'confirm',
    'cut',
    'mark',
    'presenter',
    'retract',
    ...extra,
  ];
  for (const name of new Set(query.keys())) {
    if (!known.includes(name)) {
      return fail(`Unknown printer option "${name}": use one of ${known.join(', ')}.`);
    }
    if (query.getAll(name).length > 1) return fail(`The printer option "${name}" occurs twice: write it once.`);
    if (query.get(name) === '') return fail(`The printer option "${name}" is empty: write a value, or omit it.`);
  }
  const columnsText = query.get('columns');
  const columns = columnsText === null ? null : integer(columnsText);
  if (columns !== null && !(columns >= MIN_COLUMNS && columns <= MAX_COLUMNS)) {
    return fail(`columns=${columnsText} is not valid: write a whole number from ${MIN_COLUMNS} to ${MAX_COLUMNS}.`);
  }
  const dotsText = query.get('dots');
  const dots = dotsText === null ? null : integer(dotsText);
  if (dots !== null && !(dots >= MIN_DOTS && dots <= MAX_DOTS)) {
    return fail(
      `dots=${dotsText} is not valid: write the width of the print line, from ${MIN_DOTS} to ${MAX_DOTS}, such as 576 (80 mm paper) or 384 (58 mm).`,
    );
  }
  const dpi = oneOf(query, 'dpi', DPI.map(String));
  if (!dpi.ok) return dpi;
  const confirm = oneOf(query, 'confirm', CONFIRM_WAYS);
  if (!confirm.ok) return confirm;
  const cut = oneOf(query, 'cut', CUT_WAYS);
  if (!cut.ok) return cut;
  const mark = oneOf(query, 'mark', MARK_WAYS);
  if (!mark.ok) return mark;
  const presenter = oneOf(query, 'presenter', PRESENTERS);
  if (!presenter.ok) return presenter;
  const retractText = query.get('retract');
  const retractS = retractText === null ? null : integer(retractText);
  if (retractS !== null && !(retractS >= MIN_RETRACT_S && retractS <= MAX_RETRACT_S)) {
    return fail(`retract=${retractText} is not valid: write the seconds, from ${MIN_RETRACT_S} to ${MAX_RETRACT_S}.`);
  }
  if (retractS !== null && presenter.value !== 'custom') {
    return fail('retract= needs presenter=custom: only a presenter can retract tickets.');
  }
  return ok({
    columns,
    dots,
    dpi: dpi.value === null ? null : Number(dpi.value),
    codePage: query.get('codePage'),
    profile: query.get('profile'),
    confirm: confirm.value ?? 'auto',
    cut: cut.value,
    mark: mark.value ?? 'none',
    presenter: presenter.value ?? 'none',
    retractS,
  });
}

/** The value of an enumerated option, null if absent. */
function oneOf<Word extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly Word[],
): Result<Word | null, string> {
  const text = query.get(name);
  if (text === null) return ok(null);
  const word = words.find((each) => each === text);
  return word === undefined ? fail(`${name}=${text} is not valid: use one of ${words.join(', ')}.`) : ok(word);
}

function readTcp(url: URL): Result<PrinterAddress, string> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') return fail('A tcp printer needs a host: write tcp://192.168.1.50:9100.');
  if (url.pathname !== '' && url.pathname !== '/') {
    return fail(`A tcp printer has no path: write tcp://${url.host} without "${url.pathname}".`);
  }
  const port = url.port === '' ? DEFAULT_TCP_PORT : Number(url.port);
  if (port === 0) return fail(`Port 0 is not valid: write tcp://${url.hostname}:${DEFAULT_TCP_PORT}.`);
  return ok({ kind: 'tcp', host, port });
}

/** `serial://COM3` and `serial:///COM3` are the same port on Windows. */
function devicePath(url: URL): string {
  const path = decodeURIComponent(url.pathname);
  if (url.hostname !== '')
    return /^COM\d+$/i.test(url.hostname) && /^\/?$/.test(path) ? url.hostname.toUpperCase() : '';
  return /^\/COM\d+$/i.test(path) ? path.slice(1).toUpperCase() : path;
}

function readSerial(url: URL): Result<PrinterAddress, string> {
  const path = devicePath(url);
  if (path === '' || path === '/') {
    return fail(
      'A serial printer needs the path of its port: write serial:///dev/ttyUSB0 (three slashes) or, on Windows, serial://COM3.',
    );
  }
  const text = url.searchParams.get('baudRate');
  const baudRate = text === null ? DEFAULT_BAUD : integer(text);
  if (!(baudRate >= MIN_BAUD && baudRate <= MAX_BAUD)) {
    return fail(`baudRate=${text} is not valid: write the baud rate of the printer, such as baudRate=19200.`);
  }
  const flow = url.searchParams.get('flowControl') ?? 'none';
  if (!FLOW_CONTROLS.includes(flow)) {
    return fail(`flowControl=${flow} is not valid: write flowControl=xonxoff, or omit it.`);
  }
  return ok({ kind: 'serial', path, baudRate, obeysXoff: flow === 'xonxoff' });
}

function readLp(url: URL): Result<PrinterAddress, string> {
  const path = decodeURIComponent(url.pathname);
  if (url.hostname !== '' || path === '' || path === '/') {
    return fail('An lp printer needs the path of its device: write lp:///dev/usb/lp0 (three slashes).');
  }
  return ok({ kind: 'lp', path });
}

function readFile(url: URL, platform: NodeJS.Platform): Result<PrinterAddress, string> {
  const windows = platform === 'win32';
  const example = windows ? 'file:///C:/tickets.bin' : 'file:///tmp/tickets.bin';
  const hasWholePath = windows ? /^\/[A-Za-z]:\/./.test(url.pathname) : !/^\/?$/.test(url.pathname);
  if (url.hostname !== '' || !hasWholePath) {
    return fail(`A file printer needs an absolute path: write ${example} (three slashes).`);
  }
  const path = fileURLToPath(new URL(url.pathname, 'file:///'), { windows });
  if (path.startsWith('/dev/usb/')) return fail(`${path} is a device: write lp://${path} instead of file://.`);
  if (/^\/dev\/(tty|cu\.)/.test(path)) {
    return fail(`${path} is a serial port: write serial://${path} instead of file://.`);
  }
  return ok({ kind: 'file', path });
}

function readAddress(url: URL, platform: NodeJS.Platform): Result<PrinterAddress, string> {
  switch (url.protocol) {
    case 'tcp:':
      return readTcp(url);
    case 'serial:':
      return readSerial(url);
    case 'lp:':
      return readLp(url);
    case 'file:':
      return readFile(url, platform);
    case 'none:':
      return url.pathname === '' && url.hostname === ''
        ? ok({ kind: 'none' })
        : fail('Write none: without anything after it.');
    case 'usb:':
      return fail(
        'A usb printer needs its ids, as in "lsusb": write usb://04b8:0e15, followed by :SERIAL if there are several.',
      );
    default:
      return fail(`A printer address cannot begin with "${url.protocol}": write ${EXAMPLES}.`);
  }
}

/** Not parsed with `URL`: the part after the colon is no port. */
const USB = /^usb:(?:\/\/)?([0-9a-f]{4}):([0-9a-f]{4})(?::([^\s/?#]{1,100}))?\/?(?:\?([^#]*))?$/i;

function readUsb([, vendor = '', product = '', serial = '', query = '']: RegExpExecArray): Result<PrinterUrl, string> {
  const place = { vendor: vendor.toLowerCase(), product: product.toLowerCase(), serial: unescaped(serial) };
  return withOptions({ kind: 'usb', place }, new URLSearchParams(query));
}

/** Not parsed with `URL`: Windows printer names can contain spaces. */
const SPOOL = /^(cups|spool):(?:\/\/)?([^?#]*)(?:\?([^#]*))?$/i;
const CUPS_QUEUE = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,126}$/;
/**
 * Excludes other computers: a connection would send this computer's user name and password hash. Excludes characters
 * that could disguise log lines.
 */
const WINDOWS_PRINTER = /^[^\\/,\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{1,200}$/u;

function readSpool([, kind = '', name = '', query = '']: RegExpExecArray): Result<PrinterUrl, string> {
  const queue = unescaped(name.replace(/\/$/, '')).trim();
  if (kind.toLowerCase() === 'cups') {
    if (!CUPS_QUEUE.test(queue)) {
      return fail('A cups printer needs the name of its queue from "lpstat -e": write cups:tickets.');
    }
    return withOptions({ kind: 'cups', queue }, new URLSearchParams(query));
  }
  if (!WINDOWS_PRINTER.test(queue)) {
    return fail('A spool printer needs its name in Windows, without "\\\\", "/" and ",": write spool:Tickets.');
  }
  return withOptions({ kind: 'spool', queue }, new URLSearchParams(query));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function withOptions(address: PrinterAddress, query: URLSearchParams): Result<PrinterUrl, string> {
  const options = readOptions(query, address.kind === 'serial' ? ['baudRate', 'flowControl'] : []);
  if (!options.ok) return options;
  const profile = profileFor(options.value);
  return profile.ok ? ok({ ...address, options: options.value }) : profile;
}

/** @param platform decides the path syntax of `file:` addresses. */
export function parsePrinterUrl(
  text: string,
  platform: NodeJS.Platform = process.platform,
): Result<PrinterUrl, string> {
  const trimmed = text.trim();
  const usb = USB.exec(trimmed);
  if (usb !== null) return readUsb(usb);
  const spool = SPOOL.exec(trimmed);
  if (spool !== null) return readSpool(spool);
  const url = URL.parse(trimmed);
  if (url === null) return fail(`"${trimmed}" is not a printer address: write ${EXAMPLES}.`);
  try {
    const address = readAddress(url, platform);
    if (!address.ok) return address;
    if (url.username !== '' || url.password !== '' || url.hash !== '') {
      return fail(`A printer address has no user, password or "#": write ${EXAMPLES}.`);
    }
    return withOptions(address.value, url.searchParams);
  } catch {
    // Only invalid percent-encoding throws.
    return fail(`"${trimmed}" has an invalid percent sign: write %25 for %.`);
  }
}
