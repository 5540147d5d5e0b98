/** Requests that are made to cost: small to send, and as much work to read as their writer could think of. */
import type { Dice } from '../../demo/random.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const PLACES = [
  '/restapi/v2/tickets/lookup',
  '/restapi/v2/queuemanagement/login',
  '/restapi/v2/queuemanagement/createticket',
];

const many = (times: number, make: (index: number) => string): string =>
  Array.from({ length: times }, (_, i) => make(i)).join('');
const nest = (depth: number): string => '[a]'.repeat(depth);

/** Addresses: what stands behind the question mark. */
const QUERIES: readonly ((die: Dice) => string)[] = [
  (die) => many(60, (i) => `k${nest(die.pick([1, 4, 19, 40]))}[${1999 - i}]=1&`),
  () => many(500, (i) => `filter[ids][]=${i}&`),
  () => many(1500, () => 'a=&'),
  () => `a${'['.repeat(7000)}=1`,
  () => `a${'[]'.repeat(3500)}=1`,
  () => '%5B%5D'.repeat(1200),
  () => `filter[ids][${'9'.repeat(300)}]=1`,
  () => many(300, (i) => `__proto__[p${i}]=1&constructor[prototype][x]=1&`),
];

/** Bodies with their type. */
const BODIES: readonly ((die: Dice) => readonly [type: string, body: string])[] = [
  (die) => [FORM, many(1900, (i) => `k[${1999 - i}]${nest(die.pick([2, 18]))}=1&`)],
  () => [FORM, many(5000, (i) => `filter[ids][${i * 7}]=x&`)],
  () => [FORM, `a${'[b]'.repeat(60_000)}=1`],
  () => [FORM, '&'.repeat(200_000)],
  () => [FORM, '%'.repeat(200_000)],
  (die) => [JSON_TYPE, '['.repeat(die.pick([19, 21, 5000, 100_000]))],
  (die) => [JSON_TYPE, `${'{"a":'.repeat(die.pick([19, 21, 30_000]))}1`],
  () => [JSON_TYPE, `{${many(20_000, (i) => `"k${i}":1,`)}"x":1}`],
  () => [JSON_TYPE, `{"services":${JSON.stringify(Array.from({ length: 20_000 }, String))}}`],
  () => [JSON_TYPE, `{"service_id":"${'\\ud800'.repeat(30_000)}"}`],
  () => [JSON_TYPE, `{"service_id":${'1'.repeat(200_000)}}`],
  () => [
    'multipart/form-data; boundary=b',
    many(3000, (i) => `--b\r\ncontent-disposition: form-data; name="k${i}"\r\n\r\n1\r\n`),
  ],
  () => ['multipart/form-data; boundary=b', `--b\r\n${'x: y\r\n'.repeat(20_000)}\r\n1\r\n--b--\r\n`],
  () => [`multipart/form-data; boundary=${'-'.repeat(70)}`, '-'.repeat(240_000)],
  () => ['text/plain', 'a'.repeat(300_000)],
];

const HEADERS: readonly ((die: Dice) => readonly string[])[] = [
  () => Array.from({ length: 900 }, (_, i) => `x-${i}: 1`),
  () => [`accept-language: ${'en;q=0.1,'.repeat(1500)}`],
  () => [`authorization: Bearer ${'a.'.repeat(6000)}`],
  () => [`x-forwarded-for: ${'1.2.3.4, '.repeat(1400)}`],
  () => [`forwarded: ${'for=1;'.repeat(2000)}`],
  () => [`cookie: ${'a=b; '.repeat(2500)}`],
  () => [`idempotency-key: ${'k'.repeat(15_000)}`],
];

const ADMIN = '/restapi/v2/admin';
const SIZES = [1_000, 16_000, 250_000, 1_000_000, 8_000_000] as const;

/** Documents up to each limit of size, for who has a key. */
function documentCase(die: Dice, key: string): Buffer {
  const size = die.pick(SIZES);
  const item = die.pick<(place: number) => object>([
    (place) => ({ id: `s${place}`, name: 'x', location: 'town-hall' }),
    (place) => ({ id: `s${place}`, name: 'x', location: 'town-hall', schedule: `Mo-Fr 08:00-${10 + (place % 9)}:30` }),
    (place) => ({ id: `s${place}`, name: 'x'.repeat(60_000), location: 'town-hall' }),
  ]);
  const list = die.pick(['services', 'locations', 'desks', 'users', 'devices', 'appointments']);
  const one = JSON.stringify(item(0)).length + 1;
  const items = Array.from({ length: Math.max(1, Math.floor(size / one)) }, (_, place) => item(place));
  const [method, path] = die.pick([
    ['PUT', `${ADMIN}/site`],
    ['POST', `${ADMIN}/ticket-preview?service_id=s1`],
    ['POST', `${ADMIN}/form-preview?form_id=f1`],
    ['POST', `${ADMIN}/services`],
  ] as const);
  const body = Buffer.from(JSON.stringify({ [list]: items }));
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/**
 * One whole request, though it may be refused before all of it was read.
 * @param key of the caller; empty: none.
 */
export function costlyCase(die: Dice, key: string): Buffer {
  if (key !== '' && die.chance(0.3)) return documentCase(die, key);
  const kind = die.below(3);
  const query = kind === 0 ? `?${die.pick(QUERIES)(die)}` : '';
  const [type, body] = kind === 1 ? die.pick(BODIES)(die) : ['', ''];
  const more = kind === 2 ? die.pick(HEADERS)(die) : [];
  const path = die.chance(0.3)
    ? die.pick(['/healthz', '/kiosk/', '/assets/', '/restapi/openapi.json', '/restapi/v2/admin/users', '/docs'])
    : die.pick(PLACES);
  const headers = ['host: localhost', 'connection: close', `content-length: ${Buffer.byteLength(body)}`, ...more];
  if (type !== '') headers.push(`content-type: ${type}`);
  if (key !== '' && kind !== 2) headers.push(`authorization: Bearer ${key}`);
  const line = `${body === '' && die.chance(0.5) ? 'GET' : 'POST'} ${path}${query} HTTP/1.1`;
  return Buffer.from(`${[line, ...headers].join('\r\n')}\r\n\r\n${body}`, 'latin1');
}
