/**
 * The conformance suite: every operation of the interface, sent in every way, answered in every format, and refused in
 * every way in which it can be refused, over a real socket.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';
import { FILTERS, INTERFACE, type Parameter, type Row } from './interface-table.ts';
import { answerShape, compose, type Format, failureShape, read, readFailure, send, WAYS, type Way } from './send.ts';
import { shapeFaults } from './shapes.ts';
import { type Given, SITUATIONS, TEXT_TYPE } from './situations.ts';

/**
 * Spellings of requests and answers are read and written above the store. Over PostgreSQL, `npm test` tries each operation, filter
 * and unknown item in one spelling; the slow tests try all.
 */
const IS_STORE_ALONE = process.env.TEST_ENGINE === 'postgres' && process.env.TEST_SERVERS !== 'several';
const aboveStore = <T>(cases: readonly T[]): readonly T[] => (IS_STORE_ALONE ? [] : cases);

let town: Town;
beforeAll(async () => {
  const site = townSite();
  const settings = { ...(site.settings as object), trusted_networks: ['127.0.0.1', '::1'] };
  town = await openTown({ site: { ...site, settings, question_answer_types: [TEXT_TYPE] } });
  await town.createTicket('Passports', { device_id: 'kiosk-1', client_name: 'Zoë & <Söhne>' });
  await town.callNext('Desk 1', ['Passports']);
  await town.createTicket('Passports', { priority: true });
});
afterAll(() => town.close());

/** Parameters with which the operation can be done now. */
async function prepare(row: Row): Promise<Given> {
  const situation = SITUATIONS[row.situation];
  if (situation === undefined) throw new Error(`Nobody knows how ${row.situation} comes about`);
  return situation(town);
}

/** Ways in which the row's parameters can be sent at all. */
function waysOf(row: Row): readonly Way[] {
  if (row.method === 'GET' || row.method === 'DELETE') return ['query'];
  return row.nested || IS_STORE_ALONE ? ['json'] : WAYS;
}

function formatsOf(row: Row): readonly Format[] {
  return row.jsonOnly || IS_STORE_ALONE ? ['json'] : ['json', 'xml'];
}

/** JSON twice over: when nobody says so, and when somebody does. */
const askedAs = { json: undefined, xml: 'xml' } as const;

const rows = <T>(make: (row: Row) => readonly T[]): readonly (readonly [string, Row, T])[] =>
  INTERFACE.flatMap((row) => make(row).map((more) => [row.operation, row, more] as const));

describe('what can be done', () => {
  it.each(rows(waysOf).map(([name, row, way]) => [name, way, row] as const))(
    '%s by %s, in each format',
    async (_name, way, row) => {
      const given = await prepare(row);
      // With a key against repetition the second answer is the first one, in another format.
      const headers = { 'idempotency-key': `${row.operation} ${way}` };
      const answers = [];
      for (const format of formatsOf(row)) {
        const received = await send(town.address, compose(row, way, given, askedAs[format]), headers);
        expect([received.status, received.text]).toEqual([200, expect.any(String)]);
        const answer = read(received, format, answerShape(row));
        expect(shapeFaults(answer, answerShape(row))).toEqual([]);
        expect(answer).toHaveProperty('success', true);
        answers.push(answer);
      }
      const [json, xml] = answers;
      if (xml !== undefined && !row.fresh) expect(xml).toEqual(json);
    },
  );

  it.each(rows(() => [null]).filter(([, row]) => row.parameters.some(({ optional }) => optional)))(
    '%s with nothing but what it needs',
    async (_name, row) => {
      const given = await prepare(row);
      const needed = row.parameters.filter(({ optional }) => !optional).map(({ name }) => name);
      const least = Object.fromEntries(needed.map((name) => [name, given[name]]));
      const shape = row.answer === 'wholeState' ? null : answerShape(row);
      const received = await send(town.address, compose(row, row.method === 'GET' ? 'query' : 'json', least));
      expect(received.status, received.text).toBe(200);
      if (shape !== null) expect(shapeFaults(JSON.parse(received.text), shape)).toEqual([]);
    },
  );

  it.each(aboveStore(rows(() => [null]).filter(([, row]) => !row.nested)))(
    '%s with parameters that nobody knows',
    async (_name, row) => {
      const given = { ...(await prepare(row)) };
      // Metadata has names of its own: there nothing is unknown.
      const more: Given = row.operation === 'services/metadata' ? {} : { unknown: '1', constructor: 'y' };
      const received = await send(town.address, compose(row, 'query', { ...given, ...more }, 'json'));
      expect(received.status, received.text).toBe(200);
    },
  );
});

/** Number of the failure that is found before the store is asked. */
const MALFORMED = 5;

interface Failure {
  readonly what: string;
  readonly parameter: string;
  readonly value: unknown;
  readonly errno: number;
}

/** How each parameter can be wrong. `undefined`: it is not there. */
function failuresOf(row: Row): readonly Failure[] {
  return row.parameters.flatMap((parameter) => {
    const inPath = row.path.includes(`{${parameter.name}}`);
    const fault = (what: string, value: unknown, errno = MALFORMED): Failure => ({
      what,
      parameter: parameter.name,
      value,
      errno,
    });
    const tooLong = 'x'.repeat(parameter.kind === 'id' ? 201 : 4001);
    return [
      ...(parameter.optional || inPath ? [] : [fault('missing', undefined), fault('empty', '')]),
      ...(parameter.optional || inPath || !waysOf(row).includes('json') ? [] : [fault('null', null)]),
      ...(inPath ? [] : wrongTypes(parameter).map((value) => fault('of a wrong type', value))).filter(
        // A query has no types: whatever is sent there for a text is one.
        ({ value }) => waysOf(row).includes('json') || !['id', 'text'].includes(parameter.kind) || isText(value),
      ),
      ...(['id', 'text'].includes(parameter.kind) ? [fault('too long', tooLong)] : []),
      ...(parameter.unknown === undefined ? [] : [fault('unknown', unknownValue(parameter), parameter.unknown)]),
    ];
  });
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.isWellFormed();
}

function wrongTypes({ kind }: Parameter): readonly unknown[] {
  switch (kind) {
    case 'id':
    case 'text':
      return [{ a: 'b' }, ['a', 'b'], 'half \ud800', 'zero \u0000'];
    case 'flag':
      return ['maybe', 2, {}, [true]];
    case 'integer':
      return ['ten', 1.5, -1, 1e30, {}, '1e3'];
    case 'date':
      return ['2026-02-30 10:00:00', '2026-11-20', 'tomorrow', 5, {}, '2026-11-20 25:00:00'];
    case 'choice':
      return ['nowhere', 1, {}, ['desk']];
    case 'ids':
      return [{ a: 'b' }, ['a', { b: 1 }], '[', '["a"', Array.from({ length: 501 }, () => 'a'), ['x'.repeat(201)]];
  }
}

function unknownValue({ kind }: Parameter): unknown {
  return kind === 'ids' ? ['nothing-like-that'] : 'nothing-like-that';
}

describe('what is refused', () => {
  it.each(
    rows(failuresOf)
      .filter(([, , { errno }]) => errno !== MALFORMED || !IS_STORE_ALONE)
      .map(
        ([name, row, failure]) => [name, failure.parameter, failure.what, label(failure.value), failure, row] as const,
      ),
  )('%s: %s %s %s', async (_name, _parameter, _what, _value, failure, row) => {
    const given: Record<string, unknown> = { ...(await prepare(row)), [failure.parameter]: failure.value };
    if (failure.value === undefined) delete given[failure.parameter];
    const ways: readonly Way[] = waysOf(row).includes('json') ? ['json'] : ['query'];
    // A text of a query is a text whatever it was: there a JSON text stands for it.
    const inText = isText(failure.value) && waysOf(row).includes('form');
    for (const way of [...ways, ...(inText ? (['query', 'form', 'multipart'] as const) : [])]) {
      for (const format of formatsOf(row)) {
        const sent = compose(row, way, given, askedAs[format]);
        if (way === 'query' && sent.url.length > 8000) continue;
        // Wrong logins are counted for a minute.
        if (row.operation === 'login') town.clock.advance(61_000);
        const received = await send(town.address, sent);
        const answer = readFailure(received, format);
        expect(shapeFaults(answer, failureShape(answer))).toEqual([]);
        expect(answer, way).toMatchObject({ success: false, errno: failure.errno });
        if (failure.errno === MALFORMED) expect(answer.parameter).toMatch(new RegExp(`^${failure.parameter}`));
        expect(received.status).toBe(STATUS[failure.errno]);
      }
    }
  });

  it.each(aboveStore(rows(formatsOf).map(([name, row, format]) => [name, format, row] as const)))(
    '%s by another method, as %s',
    async (_name, format, row) => {
      const allowed = INTERFACE.filter(({ path }) => same(path, row.path)).map(({ method }) => method);
      const { url } = compose(row, 'query', await prepare(row), askedAs[format]);
      for (const method of ['GET', 'POST', 'UPDATE', 'PUT', 'PATCH', 'DELETE', 'PURGE']) {
        if ((allowed as string[]).includes(method)) continue;
        const received = await send(town.address, { method, url, headers: {} });
        expect([method, readFailure(received, format).errno, received.status]).toEqual([method, 2, 405]);
        const allow = received.headers.get('allow')?.split(', ');
        expect(allow).toEqual(expect.arrayContaining([...allowed, 'OPTIONS']));
      }
    },
  );

  it.each(aboveStore(rows(() => ['yaml', 'XM', 'json ', 'xml,json'])))(
    '%s in a format that there is not',
    async (_name, row, format) => {
      const received = await send(town.address, compose(row, 'query', await prepare(row), format));
      expect([readFailure(received, 'json').errno, received.status]).toEqual([4, 400]);
    },
  );

  it.each(aboveStore(rows(() => [null]).filter(([, row]) => row.jsonOnly)))('%s as XML', async (_name, row) => {
    const received = await send(town.address, compose(row, 'query', await prepare(row), 'xml'));
    expect([readFailure(received, 'json').errno, received.status]).toEqual([4, 400]);
  });

  it.each(
    aboveStore([
      ['/restapi', 1],
      ['/restapi/v2', 1],
      ['/restapi/v2/queuemanagement', 1],
      ['/restapi/v2/queuemanagement/', 1],
      ['/restapi/ticket', 1],
      ['/restapi/nothing', 3],
      ['/restapi/v2/queuemanagement/cancelledticketslist', 3],
      ['/restapi/v2/queuemanagement/CallTicket', 3],
      ['/restapi/v2/locations', 3],
      ['/restapi/v1/queuemanagement/callticket', 3],
    ]),
  )('the address %s', async (url, errno) => {
    for (const format of ['json', 'xml'] as const) {
      const received = await send(town.address, { method: 'GET', url: `${url}?format=${format}`, headers: {} });
      expect(readFailure(received, format).errno).toBe(errno);
      expect(received.status).toBe(STATUS[errno]);
    }
  });

  it('answers 200 to every failure when the site says so', async () => {
    const old = town.site.current().settings;
    await town.site.load({ settings: { ...old, failure_status: 'ok' } });
    const received = await send(town.address, { method: 'GET', url: '/restapi/nothing', headers: {} });
    expect([received.status, readFailure(received, 'json').errno]).toEqual([200, 3]);
    await town.site.load({ settings: old });
  });
});

describe('filters', () => {
  const cases = Object.entries(FILTERS).flatMap(([operation, { lists, texts }]) => [
    ...lists.flatMap((name) =>
      (IS_STORE_ALONE ? [`filter[${name}]`] : [`filter[${name}][]`, `filter[${name}]`, `filter[${name}][0]`]).map(
        (key) => [operation, key] as const,
      ),
    ),
    ...texts.map((name) => [operation, `filter[${name}]`] as const),
  ]);

  it.each(cases)('%s by %s', async (operation, key) => {
    const at = `/restapi/${operation}`;
    const row = INTERFACE.find((one) => one.path === at)!;
    const ask = async (value: string, format: Format) => {
      const query = new URLSearchParams([[key, value], ...(format === 'xml' ? [['format', 'xml']] : [])]);
      const received = await send(town.address, { method: 'GET', url: `${at}?${query}`, headers: {} });
      const answer = read(received, format, answerShape(row)) as Record<string, unknown>;
      expect(shapeFaults(answer, answerShape(row))).toEqual([]);
      return Object.entries(answer).find(([name]) => name !== 'success')?.[1] as unknown[];
    };
    expect(await ask('nothing-like-that', 'json')).toEqual([]);
    const all = await ask('', 'json');
    expect(all.length).toBeGreaterThan(0);
    if (!IS_STORE_ALONE) expect(await ask('', 'xml')).toEqual(all);
    const tooLong = await send(town.address, {
      method: 'GET',
      url: `${at}?${new URLSearchParams([[key, 'x'.repeat(4001)]])}`,
      headers: {},
    });
    expect(readFailure(tooLong, 'json')).toMatchObject({ errno: 5 });
  });
});

const STATUS: Readonly<Record<number, number>> = { 1: 400, 2: 405, 3: 404, 4: 400, 5: 400, 6: 404, 106: 401, 119: 409 };

/** Whether two addresses of the table are one to a server. */
function same(a: string, b: string): boolean {
  const bare = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
  return bare(a) === bare(b);
}

function label(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
