/** Requests by chance: from nearly good ones of every operation to bytes that are hardly HTTP. */

import { type Dice, dice } from '../../demo/random.ts';
import { OPERATIONS } from '../helpers/operations.ts';
import { costlyCase } from './costly.ts';
import { fittingText, IDS, oddJson, oddName, oddText } from './odd-values.ts';
import { webSocketCase } from './web-sockets.ts';

export interface FuzzCase {
  readonly number: number;
  readonly bytes: Buffer;
  /** One whole request, readable as HTTP: exactly one answer has to come. */
  readonly whole: boolean;
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

const QUEUE = OPERATIONS.filter(({ path }) => path.includes('/queuemanagement/'));
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'UPDATE', 'TRACE', 'PROPFIND', 'CONNECT'];
const PLACES = ['/healthz', '/readyz', '/metrics', '/docs', '/restapi/openapi.json', '/restapi/v2/admin/site'];
const OTHERS = ['/', '/kiosk/', '/kiosk/shell', '/assets/none.js', '/restapi', '/restapi/v2/admin/services', '*', '//'];

const ODD_HOSTS: readonly (readonly string[])[] = [
  [],
  ['host:'],
  ['host: a', 'Host: b'],
  ['host: rebind.example'],
  ['host: localhost@evil.example'],
  ['host: [::1'],
  [`host: ${'a.'.repeat(4000)}`],
];

/** What exists in the server, so that requests mean something. */
export interface Known {
  /** Ids of tickets and answers. */
  readonly ids: readonly string[];
  /** Secrets of tickets, as phones bring them. */
  readonly secrets: readonly string[];
  /** Of callers of many kinds; none where no keys are asked for. */
  readonly keys: readonly string[];
}

export function fuzzCase(seed: number, number: number, known: Known): FuzzCase {
  const die = dice(seed, number);
  const ids = [...IDS, ...known.ids];
  const key = known.keys.length === 0 || die.chance(0.05) ? '' : die.pick(known.keys);
  const kind = die.below(100);
  if (kind < 55) return { number, bytes: nearlyGood(die, ids, true, key), whole: true };
  if (kind < 73) return { number, bytes: mutate(die, nearlyGood(die, ids, true, key), ids), whole: false };
  if (kind < 82) {
    const parts = Array.from({ length: 2 + die.below(4) }, (_, index) =>
      die.chance(0.2) ? garbage(die) : nearlyGood(die, ids, index === 5, key),
    );
    return { number, bytes: Buffer.concat([...parts, nearlyGood(die, ids, true, key)]), whole: false };
  }
  if (kind < 92) return { number, bytes: webSocketCase(die, known.secrets), whole: false };
  if (kind < 96) return { number, bytes: costlyCase(die, key), whole: false };
  return { number, bytes: garbage(die), whole: false };
}

/** Wrong passwords are made to wait, each for seconds: few are enough. */
function pickOperation(die: Dice, key: string): (typeof OPERATIONS)[number] {
  // Who has a key has more to do than draw and call tickets.
  const picked = die.pick(die.chance(key === '' ? 0.5 : 0.2) ? QUEUE : OPERATIONS);
  const isLogin = 'password' in ((picked.parameters as Schema).properties ?? {});
  return isLogin && die.chance(0.97) ? die.pick(QUEUE.filter(({ path }) => !path.endsWith('/login'))) : picked;
}

/** @param key of the caller; empty: none. */
function nearlyGood(die: Dice, ids: readonly string[], last: boolean, key: string): Buffer {
  const operation = pickOperation(die, key);
  const fields = Object.entries((operation.parameters as Schema).properties ?? {}).filter(() => die.chance(0.92));
  // Most requests are odd in one place or two; some in every one.
  const oddness = die.pick([0, 0.05, 0.2, 0.8]);
  const tickets = ids.slice(IDS.length);
  const value = (name: string): string => {
    if (!die.chance(oddness)) return fittingText(die, name, tickets);
    return die.chance(0.5) ? die.pick(ids) : oddText(die);
  };
  let path = operation.path.replace(/:[a-z_]+|\*/g, (name) => encode(die, value(name.slice(1))));
  if (die.chance(0.06)) path = die.pick([...PLACES, ...OTHERS, '/restapi/', `/restapi/${encode(die, oddText(die))}`]);
  if (die.chance(0.03)) path += die.pick(['/', '//', '/..', ';x', '%00', '/x', '%2f', '\u00e9']);
  const method = die.chance(0.92) ? die.pick([operation.method].flat()) : die.pick(METHODS);

  const query: string[] = [];
  const body: [string, string | null, string][] = [];
  for (const [name, schema] of fields) {
    const path = schema.type === 'object' ? innerName(die, name, schema) : name;
    const text = value(name);
    if (method === 'GET' || die.chance(0.15)) query.push(`${path}=${encode(die, text)}`);
    else body.push([path, text, die.chance(oddness) ? oddJson(die) : JSON.stringify(text)]);
  }
  if (die.chance(0.1)) query.push(`${encode(die, oddName(die))}=${encode(die, oddText(die))}`);
  if (die.chance(0.05)) query.push(`filter${die.pick(['[', '[]', '[a][b][c]', '[__proto__]', ']'.repeat(9)])}=1`);
  if (die.chance(0.1)) body.push([oddName(die), oddText(die), oddJson(die)]);
  if (die.chance(0.35))
    query.push(`format=${die.chance(0.9) ? 'xml' : die.pick(['json', 'yaml', '', 'XML', '%00', '[]'])}`);
  const address = query.length === 0 ? path : `${path}?${query.join('&')}`;
  return assemble(die, { method, address, fields: body, last, key });
}

function innerName(die: Dice, name: string, schema: Schema): string {
  const names = Object.keys(schema.properties ?? {});
  const inner = names.length > 0 && die.chance(0.9) ? die.pick(names) : oddName(die);
  return `${name}[${inner}]${die.pick(['', '[]', '[0]', '[99999]', '[a]'])}`;
}

function encode(die: Dice, text: string): string {
  if (die.chance(0.03)) return die.pick(['%', '%zz', '%c0%af', '%ed%a0%80', '%u0041', '+', '%ff']);
  return encodeURIComponent(text.toWellFormed()).replace(/%20/g, die.pick(['+', '%20']));
}

interface Parts {
  readonly method: string;
  readonly address: string;
  readonly fields: readonly (readonly [string, string | null, string])[];
  readonly last: boolean;
  readonly key: string;
}

function assemble(die: Dice, { method, address, fields, last, key }: Parts): Buffer {
  const headers = [...(die.chance(0.96) ? ['host: localhost'] : die.pick(ODD_HOSTS))];
  if (key !== '') headers.push(`authorization: Bearer ${key}`);
  if (last) headers.push('connection: close');
  let body: Buffer = Buffer.alloc(0);
  if (method !== 'GET' || fields.length > 0 || die.chance(0.05)) {
    const written = writeBody(die, fields);
    body = written.body;
    if (die.chance(0.97)) headers.push(`content-type: ${written.type}`);
    if (die.chance(0.1)) {
      headers.push('transfer-encoding: chunked');
      body = chunked(die, body);
    } else headers.push(`content-length: ${body.length}`);
  }
  if (die.chance(0.15)) headers.push(oddHeader(die));
  // An address is written in one line of bytes; what is none is another kind of case.
  const line = `${method} ${address.replace(/[^\x21-\x7e]/g, '')} HTTP/1.1`;
  return Buffer.concat([Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n`, 'latin1'), body]);
}

function writeBody(
  die: Dice,
  fields: readonly (readonly [string, string | null, string])[],
): { readonly type: string; readonly body: Buffer } {
  const text = (value: string | null): string => (value ?? '').toWellFormed();
  switch (die.below(10)) {
    case 0:
    case 1: {
      const form = fields.map(([name, value]) => `${encode(die, name)}=${encode(die, value ?? '')}`).join('&');
      return { type: 'application/x-www-form-urlencoded', body: Buffer.from(form) };
    }
    case 2: {
      const boundary = die.chance(0.7) ? 'b' : die.pick(['x'.repeat(70), "a'()+_,-./:=?", '', 'b"', '-'.repeat(70)]);
      const parts = fields.map(([name, value]) => {
        const file = die.chance(0.1) ? `; filename="${oddName(die)}"` : '';
        const extra = die.chance(0.1) ? `\r\ncontent-type: ${oddText(die).slice(0, 40)}` : '';
        return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}${extra}\r\n\r\n${text(value)}\r\n`;
      });
      const end = die.chance(0.85) ? `--${boundary}--\r\n` : die.pick(['', '--', `--${boundary}`, '\r\n\0']);
      const type = `multipart/form-data; boundary=${die.chance(0.5) ? boundary : `"${boundary}"`}`;
      return { type, body: Buffer.from(parts.join('') + end) };
    }
    case 3:
      return {
        type: die.pick([
          'text/plain',
          '///',
          'application/json; charset=utf-16',
          'application/xml',
          'image/png',
          '*/*',
        ]),
        body: Buffer.from(oddJson(die)),
      };
    case 4:
      return { type: 'application/json', body: brokenUtf8(die, oddJson(die)) };
    default: {
      const json = `{${fields.map(([name, , value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
      return {
        type: die.pick(['application/json', 'application/json; charset=utf-8', 'Application/JSON']),
        body: Buffer.from(json),
      };
    }
  }
}

function brokenUtf8(die: Dice, text: string): Buffer {
  const bytes = Buffer.from(`${text} `);
  bytes[die.below(bytes.length)] = die.pick([0x00, 0x80, 0xc0, 0xed, 0xf5, 0xff]);
  return bytes;
}

function chunked(die: Dice, body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + die.below(Math.max(1, body.length));
    const piece = body.subarray(at, at + size);
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
    at += piece.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

function oddHeader(die: Dice): string {
  const printable = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
  const value = printable(oddText(die));
  return die.pick([
    `accept-language: ${die.pick(['pt-PT,en;q=0.5', '*', ';;;,,,', 'en;q=NaN', 'x-'.repeat(500), value])}`,
    `authorization: ${die.pick(['Bearer x', 'Bearer eyJhbGciOiJub25lIn0.e30.', 'Basic Og==', 'Bearer', value])}`,
    `idempotency-key: ${die.pick(['a', 'b', 'k'.repeat(201), value])}`,
    `origin: ${die.pick(['null', 'http://evil.example', 'http://localhost', '', value])}`,
    `expect: ${die.pick(['100-continue', 'nonsense'])}`,
    `x-forwarded-for: ${value}`,
    `content-encoding: gzip`,
    `accept: ${die.pick(['application/xml', 'text/html', value])}`,
    `cookie: ${value}`,
    `sec-fetch-site: ${die.pick(['cross-site', 'same-site', 'none', value])}`,
    `upgrade: h2c`,
    `x-${'y'.repeat(die.pick([1, 100, 1000]))}: ${value}`,
    `range: bytes=0-0`,
    `if-none-match: *`,
  ]);
}

function garbage(die: Dice): Buffer {
  const length = 1 + die.below(die.pick([4, 40, 400, 30_000]));
  const start = die.pick([
    '',
    'GET ',
    'UPDATE ',
    'U',
    'UP',
    '\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    '\x16\x03\x01',
    'PRI * HTTP/2.0',
  ]);
  return Buffer.concat([Buffer.from(start), Buffer.from(Array.from({ length }, () => die.below(256)))]);
}

/** Flips, drops, doubles and swaps pieces of a good request. */
function mutate(die: Dice, bytes: Buffer, ids: readonly string[]): Buffer {
  let mutated = bytes;
  for (let times = 1 + die.below(4); times > 0; times -= 1) {
    const at = die.below(mutated.length + 1);
    const to = Math.min(mutated.length, at + die.below(die.pick([2, 20, 2000])));
    const [before, piece, after] = [mutated.subarray(0, at), mutated.subarray(at, to), mutated.subarray(to)];
    const extra = die.pick<() => Buffer>([
      () => Buffer.alloc(0),
      () => Buffer.concat([piece, piece]),
      () => Buffer.of(die.below(256)),
      () => Buffer.from(die.pick(['\r', '\n', '\r\n', '\0', ' ', ':', '\xff', '\r\n\r\n'])),
      () =>
        Buffer.from(
          `\r\n${die.pick(['content-length: 5', 'transfer-encoding: chunked', 'host: b', `x: ${'y'.repeat(20_000)}`])}`,
        ),
      () => Buffer.from(die.pick(ids)),
      () => Buffer.from(oddText(die)),
      () => nearlyGood(die, ids, false, ''),
    ])();
    mutated = Buffer.concat([before, extra, after]);
  }
  return mutated.length === 0 ? Buffer.from('\r\n') : mutated;
}
