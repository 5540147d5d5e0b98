/** Number leases and sync of offline tickets: permissions and validation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { uuidSource } from '../../main/lib/uuid.ts';
import { FLAG } from '../../main/queue/contract/records.ts';
import { type LockedTown, openLockedTown } from '../helpers/locked-town.ts';

const DAY_MS = 86_400_000;
const newId = uuidSource();

let town: LockedTown;
let key: string;
beforeAll(async () => {
  town = await openLockedTown();
  key = await town.deviceKey('kiosk-1');
});
afterAll(() => town.close());

const path = (what: 'lease' | 'offline-tickets', device = 'kiosk-1'): string => `/restapi/v2/kiosks/${device}/${what}`;
const lease = (change: object = {}, device = 'kiosk-1') =>
  town.ask('POST', path('lease', device), key, { holder: 'file', request: 'one', ...change });
const handOver = (tickets: readonly object[], device = 'kiosk-1') =>
  town.ask('POST', path('offline-tickets', device), key, { holder: 'file', tickets });
const ticket = (change: object = {}) => ({
  id: newId(town.clock.now()),
  service_id: 'passports',
  number: 9001,
  ...change,
});

it('are for the key of the kiosk itself, in use', async () => {
  expect((await lease({}, 'kiosk-9')).body).toMatchObject({ errno: 105 });
  expect((await handOver([ticket()], 'kiosk-9')).body).toMatchObject({ errno: 105 });
  const pad = await town.deviceKey('pad-1');
  for (const what of ['lease', 'offline-tickets'] as const) {
    const body = { holder: 'file', request: 'one', tickets: [] };
    expect((await town.ask('POST', path(what), pad, body)).body).toMatchObject({ errno: 104 });
    expect((await town.ask('POST', path(what), await town.keyOf('chief'), body)).body).toMatchObject({ errno: 104 });
  }
});

it('come with the texts of each service in the languages of the kiosk, until the end of the business day', async () => {
  const { body } = await lease();
  expect(body).toMatchObject({ slot: 0, turn: 1, now: '2026-11-20T12:00:00.000Z', until: '2026-11-21T00:00:00.000Z' });
  expect(body.leases).toContainEqual({
    service_id: 'passports',
    first: 9001,
    last: 9100,
    leased_at: '2026-11-20T12:00:00.000Z',
    texts: {
      pt_PT: { extra_text: 'Traga uma fotografia.', footer_text: 'Thank you.' },
      en: { extra_text: 'Bring a photo.', footer_text: 'Thank you.' },
    },
  });
  expect(body.leases.map(({ service_id }: { service_id: string }) => service_id)).not.toContain('blood');
});

it('are limited for each service by the site', async () => {
  await town.site.load({ services: [{ id: 'extra', name: 'Extra', location: 'hall', offline_numbers: 0 }] });
  const { body } = await lease({ request: 'two', turn: 1, slot: 0 });
  expect(body.leases.map(({ service_id }: { service_id: string }) => service_id)).not.toContain('extra');
});

it.each([
  ['no holder', { holder: '' }],
  ['a name that is too long', { request: 'x'.repeat(65) }],
  ['a turn below nothing', { turn: -1 }],
  ['a slot that is no number', { slot: 'first' }],
])('are not leased to a request with %s', async (_, change) => {
  expect((await lease(change)).body).toMatchObject({ errno: 5 });
});

it.each([
  ['older than six days', () => ({ id: newId2(-7 * DAY_MS) }), 5, 'invalid_parameter'],
  ['of the day after tomorrow', () => ({ id: newId2(2 * DAY_MS) }), 5, 'invalid_parameter'],
  ['whose id is no UUID of version 7', () => ({ id: crypto.randomUUID() }), 5, 'invalid_parameter'],
  ['of a number that the service itself issues', () => ({ number: 12 }), 5, 'invalid_parameter'],
  ['of a service that is not there', () => ({ service_id: 'parking' }), 6, 'service_not_found'],
  ['of a service at another location', () => ({ service_id: 'blood' }), 6, 'service_not_found'],
])('are refused when they are %s; the others are accepted', async (_, change, errno, code) => {
  const [bad, good] = [ticket(change()), ticket({ number: nextNumber() })];
  const { body } = await handOver([bad, good]);
  expect(body.tickets).toEqual([
    { id: bad.id, taken: false, errno, code },
    { id: good.id, taken: true, errno: 0 },
  ]);
});

it('are refused without a lease of this server: a kiosk with a key cannot fill the queue', async () => {
  const invented = Array.from({ length: 100 }, (_, at) =>
    ticket({ id: newId2(-1_800_000), number: 9201 + at, priority: true }),
  );
  const { body } = await handOver(invented);
  expect(
    new Set(body.tickets.map(({ taken, errno }: { taken: boolean; errno: number }) => `${taken} ${errno}`)),
  ).toEqual(new Set(['false 7']));
  expect(body.tickets[0]).toMatchObject({ code: 'cannot_conclude' });
});

it('are refused if another ticket has the id', async () => {
  const given = ticket({ number: nextNumber() });
  await handOver([given]);
  const { body } = await handOver([{ ...given, number: nextNumber() }]);
  expect(body.tickets).toEqual([{ id: given.id, taken: false, errno: 120, code: 'idempotency_conflict' }]);
});

it('have priority only if the service allows it, for any request of the kiosk', async () => {
  const passports = { ...town.site.current().service('passports') };
  await town.site.load({ services: [{ ...passports, priority_allowed: false }] });
  const given = ticket({ number: nextNumber(), priority: true });
  expect((await handOver([given])).body.tickets).toMatchObject([{ taken: true }]);
  const kept = await town.store.query('ticket', { ticketId: given.id });
  expect(kept).toMatchObject({ flags: FLAG.offline });
  await town.site.load({ services: [passports] });
});

it('are limited to a hundred per request', async () => {
  expect((await handOver(Array.from({ length: 101 }, () => ticket()))).body).toMatchObject({ errno: 5 });
});

it('are accepted for closed and full services: their visitors hold printed tickets', async () => {
  await town.site.load({
    services: [{ id: 'passports', name: 'Passports', state: 0, max_waiting: 1, location: 'hall' }],
  });
  const given = ticket({ number: nextNumber(), lang: 'xx', priority: true });
  expect((await handOver([given])).body.tickets).toEqual([{ id: given.id, taken: true, errno: 0 }]);
});

let last = 9050;
function nextNumber(): number {
  last += 1;
  return last;
}

/** An id of that time, from a separate source: ids of one source only grow. */
const newId2 = (after: number): string => uuidSource()(town.clock.now() + after);
