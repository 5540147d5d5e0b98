/** An outsider asks whether a person has an appointment: no answer, header, log line or metric tells. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

const PATH = '/restapi/v2/appointments/find';
const ROSA = { visitor: 'Rosa Vale', birthday: '1941-03-09' };
const NOBODY = { visitor: 'Nina Nixon', birthday: '1955-05-05' };
const WHO = /rosa|vale|nina|nixon|1941-03-|1955-05-05/i;

let town: LockedTown;
beforeAll(async () => {
  const site = lockedSite();
  const [hall, ...others] = site.locations as Record<string, unknown>[];
  const visit = { service: 'passports', scheduled_to: '2026-11-20 12:20:00', birthday: ROSA.birthday };
  town = await openLockedTown({
    site: {
      ...site,
      locations: [{ ...hall, appointment_lookup: 'both' }, ...others],
      appointments: Array.from({ length: 20 }, (_, at) => ({
        ...{ ...visit, id: `visit-${at}` },
        client_name: at === 0 ? ROSA.visitor : `Guest Number${at}`,
      })),
    },
    logsRequests: true,
  });
});
afterAll(() => town.close());

type Sent = Readonly<Record<string, string>>;

interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

async function send(method: string, path: string, { key = '', body }: { key?: string; body?: Sent } = {}) {
  const answer = await fetch(`${town.address}${path}`, {
    method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { date: _date, 'request-id': _id, 'x-request-id': _other, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, text: await answer.text() } satisfies Heard;
}

/** Asks for a person who has an appointment, and for one who has none. A minute goes by before each, so that no limit answers. */
async function both(ask: (person: typeof ROSA) => Promise<Heard>): Promise<readonly [Heard, Heard]> {
  const heard: Heard[] = [];
  for (const person of [ROSA, NOBODY]) {
    town.clock.advance(61_000);
    heard.push(await ask(person));
  }
  const [one, other] = heard;
  if (one === undefined || other === undefined) throw new Error('Nothing was heard.');
  return [one, other];
}

const inHall = (person: typeof ROSA): Sent => ({ location_id: 'hall', ...person });

describe('tells an outsider nothing of a person', () => {
  it.each([
    ['without a key', async () => '', 101],
    ['with a key that there never was', async () => 'tan_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', 102],
    ['with the key of a counter', () => town.deviceKey('pad-1'), 104],
    ['with the key of a user without a role', () => town.keyOf('nobody'), 104],
    ['with the key of a kiosk at another location', () => town.deviceKey('kiosk-9'), 105],
  ])('%s', async (_who, keyOf, errno) => {
    const key = await keyOf();
    for (const path of [PATH, `${PATH}?format=xml`, `${PATH}/`, PATH.toUpperCase()]) {
      const [there, nobody] = await both((person) => send('POST', path, { key, body: inHall(person) }));
      expect(there).toEqual(nobody);
      expect(there.status).toBeGreaterThanOrEqual(400);
    }
    const { text } = await send('POST', PATH, { key, body: inHall(ROSA) });
    expect(JSON.parse(text)).toMatchObject({ errno });
  });

  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])(
    'by %s, with any query in the address',
    async (method) => {
      const key = await town.deviceKey('kiosk-1');
      const [there, nobody] = await both((person) =>
        send(method, `${PATH}?${new URLSearchParams(inHall(person))}`, { key }),
      );
      expect(there).toEqual(nobody);
    },
  );

  it.each([
    ['a wrong birthday', { visitor: ROSA.visitor, birthday: '1941-03-10' }],
    ['a wrong name', { visitor: 'Rosa Valente', birthday: ROSA.birthday }],
    ['letters that only look alike', { visitor: 'Rоsa Vаle', birthday: ROSA.birthday }],
    ['a part of a name', { visitor: 'Vale', birthday: ROSA.birthday }],
    ['many names at once', { visitor: 'Ana Rita Rosa Nina Maria Silva Costa Vale', birthday: ROSA.birthday }],
    ['names as long as can be', { visitor: `Rosa Vale ${'a '.repeat(95)}`, birthday: ROSA.birthday }],
  ])('who knows %s', async (_what, person) => {
    const key = await town.deviceKey('kiosk-1');
    for (const path of [PATH, `${PATH}?format=xml`]) {
      town.clock.advance(61_000);
      const heard = await send('POST', path, { key, body: inHall(person) });
      town.clock.advance(61_000);
      expect(heard).toEqual(await send('POST', path, { key, body: inHall(NOBODY) }));
      expect(heard.text).not.toMatch(WHO);
    }
  });

  it('by a text that is too long, which comes back in no answer', async () => {
    const key = await town.deviceKey('kiosk-1');
    const long = `${ROSA.visitor} `.repeat(30);
    const { status, text } = await send('POST', PATH, { key, body: inHall({ ...ROSA, visitor: long }) });
    expect([status, WHO.test(text)]).toEqual([400, false]);
  });

  it('by the work that a long text makes: it is read once, however many were born that day', async () => {
    const key = await town.deviceKey('kiosk-1');
    // Each of these letters is eighteen others.
    const visitor = '\uFDFA'.repeat(200);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const readings: number[] = [];
    try {
      for (const { birthday } of [ROSA, NOBODY]) {
        town.clock.advance(61_000);
        normalize.mockClear();
        expect((await send('POST', PATH, { key, body: inHall({ visitor, birthday }) })).status).toBe(404);
        readings.push(normalize.mock.contexts.filter((text) => String(text).length >= visitor.length).length);
      }
    } finally {
      normalize.mockRestore();
    }
    expect(readings[0]).toBeGreaterThan(0);
    expect(readings[0]).toBe(readings[1]);
  });
});

it('leaves nothing of them in logs and metrics', async () => {
  const chief = await town.keyOf('chief');
  const metrics = async () => (await send('GET', '/metrics', { key: chief })).text;
  expect(await metrics()).not.toMatch(WHO);
  expect(town.logged.length).toBeGreaterThan(10);
  expect(JSON.stringify(town.logged)).not.toMatch(WHO);
});
