/** Reading a request costs in proportion to its size, and little: nobody stops the others with a small one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atOnce } from '../../main/lib/steps.ts';
import { jsonExtent } from '../../main/rest/parameters/body.ts';
import { parseFields } from '../../main/rest/parameters/query.ts';
import { openTown, type Town } from '../helpers/town.ts';

const LOOKUP = '/restapi/v2/tickets/lookup';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town.close());

async function send(path: string, init: RequestInit = {}) {
  const response = await fetch(town.address + path, init);
  return { status: response.status, body: await response.json() };
}

/** The shortest of some runs, in milliseconds: what else the machine does is not in it. */
async function effort(work: () => unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 7; run += 1) {
    const start = performance.now();
    await work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** `k[1999][1999]…=v`, so many times. */
const nested = (fields: number, depth: number): string =>
  Array.from({ length: fields }, () => `k${'[1999]'.repeat(depth)}=v`).join('&');

describe('a small request', () => {
  it('with deep brackets in its form is refused before anything is built of it', async () => {
    const { status, body } = await send(LOOKUP, { method: 'POST', headers: FORM, body: nested(120, 19) });
    expect([status, body]).toEqual([
      400,
      {
        success: false,
        errno: 5,
        code: 'invalid_parameter',
        error: 'Brackets must be nested at most 4 levels deep.',
        parameter: 'body',
      },
    ]);
  });

  it('with deep brackets in its address is refused, also without parameters', async () => {
    const { status, body } = await send(`/healthz?${nested(60, 19)}`);
    expect([status, body.errno, body.parameter]).toEqual([400, 5, 'address']);
  });

  it('costs no more for its brackets than for its length', async () => {
    const hostile = nested(1900, 4);
    const plain = Array.from({ length: 1900 }, (_, place) => `name-${place}=${'v'.repeat(20)}`).join('&');
    expect(parseFields(hostile).ok).toBe(true);
    const fair = await effort(() => parseFields(plain));
    expect(await effort(() => parseFields(hostile))).toBeLessThan(20 * Math.max(fair, 0.5));
  });

  it.each([
    ['separators', '&'],
    ['names without values', 'a&'],
    ['open brackets', '['],
    ['closed brackets', 'a]&'],
    ['repeated lists', 'a[]=&'],
    ['percent signs', '%25'],
  ])('of nothing but %s is read once', async (_what, unit) => {
    const source = unit.repeat(256 * 1024).slice(0, 256 * 1024);
    const fair = await effort(() => parseFields(`a=${'x+'.repeat(128 * 1024)}`));
    expect(await effort(() => parseFields(source))).toBeLessThan(20 * Math.max(fair, 1));
  });

  it('whose address is all slashes costs what another one costs', async () => {
    const ask = (path: string) => effort(() => town.server.inject({ method: 'GET', url: path }));
    const fair = await ask(`/restapi/${'a/'.repeat(7_500)}x`);
    expect(await ask(`/restapi/${'/'.repeat(15_000)}x`)).toBeLessThan(20 * Math.max(fair, 1));
  });

  it('of unauthenticated clients is small', async () => {
    const body = JSON.stringify({ user_id: 'ana', password: 'x', more: 'y'.repeat(20_000) });
    const headers = { 'content-type': 'application/json' };
    for (const path of ['/restapi/v2/queuemanagement/login', LOOKUP, '/restapi/v2/tickets/leave']) {
      expect(await send(path, { method: 'POST', headers, body })).toMatchObject({ status: 413, body: { errno: 130 } });
    }
  });

  it('of more fields than anybody needs is refused, whatever their form', async () => {
    const form = new FormData();
    for (let field = 0; field <= 2000; field += 1) form.append('a', '1');
    const path = '/restapi/v2/queuemanagement/createticket';
    for (const body of [form, new URLSearchParams('a=1&'.repeat(2001))]) {
      expect(await send(path, { method: 'POST', body })).toMatchObject({
        status: 400,
        body: { errno: 5, parameter: 'body' },
      });
    }
  });
});

describe('JSON', () => {
  const headers = { 'content-type': 'application/json' };
  const site = '/restapi/v2/admin/site';
  const fields = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]));
  const list = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
  const post = (path: string, body: object, method = 'POST') =>
    send(path, { method, headers, body: JSON.stringify(body) });
  const refused = (error: string) => ({ status: 400, body: { errno: 5, error, parameter: 'body' } });

  it('of more names in one object than anybody needs is refused before it is read', async () => {
    const wide = refused('An object has more than 2000 fields.');
    for (const path of ['/restapi/v2/admin/users', '/restapi/v2/queuemanagement/createticket']) {
      expect(await post(path, fields(2001))).toMatchObject(wide);
      expect(await post(path, { metadata: [fields(2001)] })).toMatchObject(wide);
    }
    expect(await post(site, fields(2001), 'PUT')).toMatchObject(wide);
    expect((await post('/restapi/v2/admin/users', fields(1999))).body.faults).toContain(
      'k7: is not a field of the site file',
    );
  });

  it('with too many values is refused, with a limit for each operation', async () => {
    const many = (most: number) => refused(`The body has more than ${most} values.`);
    expect(await post('/restapi/v2/queuemanagement/createticket', { services: list(2000) })).toMatchObject(many(2000));
    expect(await post('/restapi/v2/admin/users', { roles: list(20_000) })).toMatchObject(many(20_000));
    expect(await post(site, { users: list(500_000) }, 'PUT')).toMatchObject(many(500_000));
    // A site may have more than a thing of it.
    expect((await post(site, { users: list(20_000) }, 'PUT')).body.error).not.toMatch(/too many/);
  });

  it.each<[string, string, object]>([
    ['nothing', '', { depth: 0, values: 1, fields: 0 }],
    ['a list', '[1,[2,3],[]]', { depth: 2, values: 7, fields: 0 }],
    ['an object', '{"a":1,"b":{"c":2,"d":3,"e":4}}', { depth: 2, values: 6, fields: 3 }],
    ['a list after an object', '{"a":{"b":1,"c":2},"d":[1,2,3,4]}', { depth: 2, values: 9, fields: 2 }],
    ['brackets and commas in texts', '{"a,{[":"}]\\",\\\\","b":"[["}', { depth: 1, values: 3, fields: 2 }],
    ['brackets that do not fit', ']]}},[', { depth: 1, values: 3, fields: 0 }],
  ])('is measured by its text: %s', (_what, text, extent) => {
    expect(atOnce(jsonExtent(Buffer.from(text), 20))).toEqual(extent);
  });
});

describe('fields', () => {
  it.each<[string, object]>([
    ['a=1&b=', { a: '1', b: '' }],
    ['a', { a: '' }],
    ['a=1=2', { a: '1=2' }],
    ['a=x+y%2Bz', { a: 'x y+z' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['f[ids]=a', { f: { ids: 'a' } }],
    ['f[ids]=a&f[ids]=b', { f: { ids: ['a', 'b'] } }],
    ['f[ids][]=a', { f: { ids: ['a'] } }],
    ['f[ids][]=a&f[ids][]=b', { f: { ids: ['a', 'b'] } }],
    ['f%5Bids%5D%5B%5D=a&f%5bids%5d[]=b', { f: { ids: ['a', 'b'] } }],
    ['f[ids][0]=a', { f: { ids: ['a'] } }],
    ['f[ids][1]=b&f[ids][0]=a', { f: { ids: ['a', 'b'] } }],
    ['f[ids][7]=a&f[ids][12]=b', { f: { ids: ['a', 'b'] } }],
    ['f[ids]=a&f[ids][]=b&f[ids][0]=c', { f: { ids: ['a', 'b', 'c'] } }],
    ['q[before][0][on][kiosk]=1&q[before][0][id]=x', { q: { before: [{ on: { kiosk: '1' }, id: 'x' }] } }],
    ['q[][a]=1&q[][b]=2', { q: [{ a: '1', b: '2' }] }],
    ['a[b]=1&a[0]=2', { a: { b: '1', 0: '2' } }],
    ['a[2000]=1', { a: { 2000: '1' } }],
    ['a[b=1&]c=2&d[e]f=3&[g]=4', { 'a[b': '1', ']c': '2', 'd[e]f': '3', '[g]': '4' }],
  ])('%s', (source, fields) => {
    const read = parseFields(source);
    expect(JSON.parse(JSON.stringify(read))).toEqual({ ok: true, value: fields });
  });

  it('keep a name that is special in JavaScript', () => {
    const read = parseFields('__proto__[x]=1&constructor=2');
    if (!read.ok) throw new Error(read.error);
    expect(Object.entries(read.value)).toEqual([
      ['__proto__', { x: '1' }],
      ['constructor', '2'],
    ]);
    expect(Object.getPrototypeOf(read.value)).toBeNull();
  });
});
