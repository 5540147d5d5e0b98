/** However large a site is, it is written to PostgreSQL by a few statements: each has its own deadline, and all count. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { KeptAppointment } from '../../main/appointments/operations/appointment-records.ts';
import { openPool, type Pool } from '../../main/database/postgres/pool.ts';
import { awaited } from '../../main/database/postgres/session.ts';
import { silentLog } from '../../main/lib/context.ts';
import type { SiteChange, StoredItem } from '../../main/site/operations/site-changes.ts';
import { writeSite } from '../../main/site/sql/postgres/site-revisions.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { inTransaction } from '../../main/store/postgres/batch.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { NO_APPOINTMENT } from '../helpers/no-appointment.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

const TOWNS = 3_000;
const NOW = Date.UTC(2026, 10, 20, 9);

const location = (n: number, more: object = {}): StoredItem => {
  const id = `town-${n}`;
  return { collection: 'locations', id, body: JSON.stringify({ id, name: `Town ${n}`, ...more }) };
};
const service = (n: number, name = `Passports ${n}`): StoredItem => {
  const id = `passports-${n}`;
  return { collection: 'services', id, body: JSON.stringify({ id, location: `town-${n}`, name }) };
};
const towns = Array.from({ length: TOWNS }, (_, n) => n);
const whole = towns.flatMap((n) => [location(n), service(n)]);

let store: Store;
let pool: Pool;
beforeAll(async () => {
  const { url } = await newDatabase();
  store = await openPostgresStore({ url, log: silentLog, connectMs: 60_000, deadlineMs: 120_000 });
  pool = openPool({ url, most: 1, connectMs: 60_000, statementMs: 120_000 });
});
afterAll(() => Promise.all([store.close(), pool.close()]));

/** Makes the change, and gives the names of the statements that it took. */
async function write(change: SiteChange, now = NOW): Promise<readonly string[]> {
  const said: string[] = [];
  await pool.work((line) => {
    const heard: typeof line = {
      ...line,
      ask(statement, values) {
        said.push(statement.name);
        return line.ask(statement, values);
      },
      tell(statement, values) {
        said.push(statement.name);
        return line.tell(statement, values);
      },
    };
    return inTransaction(heard, null, (session) => awaited(writeSite(session, change, { now, changeId: `at ${now}` })));
  });
  return said;
}

const rulesOf = async (n: number) =>
  (await store.query('dayRules', { locationId: `town-${n}` })).map(({ since, zone }) => [since, zone]);

it('is written by a few statements, and is read back equal, in its order', async () => {
  const said = await write({ put: whole, remove: [] });
  expect(said.length).toBeLessThan(20);
  expect(said.filter((name) => name === 'put-items')).toHaveLength(1);
  expect(await store.readSite()).toEqual(whole);
  const log = await store.query('audit', { limit: whole.length + 1 });
  expect(log.map(({ itemId }) => itemId)).toEqual(whole.map(({ id }) => id).toReversed());
  expect(log[0]).toMatchObject({ action: 'added', changeId: `at ${NOW}`, itemName: `Passports ${TOWNS - 1}` });
});

it('is changed and shortened by as few, whatever of it', async () => {
  const later = NOW + 3_600_000;
  const moved = towns.map((n) => location(n, n % 2 === 0 ? { timezone: 'Asia/Tokyo' } : {}));
  const renamed = towns.map((n) => service(n, n % 3 === 0 ? `Passes ${n}` : undefined));
  const said = await write({ put: [...renamed, ...moved], remove: [] }, later);
  expect(said.length).toBeLessThan(20);
  expect(await store.readSite()).toEqual(towns.flatMap((n) => [moved[n], renamed[n]]));
  expect(await Promise.all([rulesOf(2), rulesOf(3)])).toEqual([
    [
      [0, 'UTC'],
      [later, 'Asia/Tokyo'],
    ],
    [[0, 'UTC']],
  ]);
  const log = await store.query('audit', { limit: 10_000 });
  expect(log.filter(({ changeId }) => changeId === `at ${later}`)).toHaveLength(TOWNS / 2 + TOWNS / 3);

  const known = (await store.siteSince(0)).revision;
  const gone = towns.slice(1).flatMap((n) => [service(n), location(n)]);
  expect((await write({ put: [], remove: gone }, later + 1)).length).toBeLessThan(20);
  const { removed, items } = await store.siteSince(known);
  expect([removed.length, items]).toEqual([gone.length, []]);
  expect(await store.readSite()).toEqual([moved[0], renamed[0]]);
  expect(await store.query('audit', { collection: 'services', limit: 1 })).toMatchObject([
    { action: 'removed', itemId: `passports-${TOWNS - 1}` },
  ]);
});

it('takes what a change says last of an item, and a clock that was set back', async () => {
  await write({ put: [location(0, { timezone: 'Asia/Seoul' })], remove: [] }, NOW + 9_000_000);
  const gone = service(0);
  const put = [location(0, { timezone: 'Asia/Dubai' }), service(0, 'Twice'), location(0), service(0, 'Once')];
  await write({ put, remove: [gone, gone] }, NOW + 1);
  expect(await store.readSite()).toEqual([location(0), service(0, 'Once')]);
  expect(await rulesOf(0)).toEqual([
    [0, 'UTC'],
    [NOW + 1, 'UTC'],
  ]);
});

it('is in several parts when its text is large, with any letters', async () => {
  const [large, odd] = ['x'.repeat(3_000_000), 'a\ud800\0 "\\u0000" 😀'];
  const logos = [large, odd, large].map((logo, n) => location(10 + n, { logo }));
  const said = await write({ put: logos, remove: [] });
  expect(said.filter((name) => name === 'put-items')).toHaveLength(3);
  expect((await store.readSite()).slice(2)).toEqual(logos);
});

it('writes keys and passwords of many by one statement, and counts each time that one has changed', async () => {
  const users = towns.map((n) => ({ kind: 'user' as const, id: `clerk-${n}`, secret: `hash ${n}`, mustChange: true }));
  const said = await write({ put: [], remove: [], credentials: users });
  expect(said.filter((name) => /credential/.test(name))).toEqual(['add-credentials']);
  const again = [
    { kind: 'user' as const, id: 'clerk-1' },
    { kind: 'user' as const, id: 'clerk-1' },
    { kind: 'user' as const, id: 'clerk-2', secret: 'new' },
    { kind: 'user' as const, id: 'clerk-2' },
    { kind: 'device' as const, id: 'clerk-2', secret: 'key' },
    { kind: 'ended_key' as const, id: 'old', secret: '1000' },
    { kind: 'ended_key' as const, id: 'younger', secret: '1000000' },
  ];
  await write({ put: [], remove: [], credentials: again });
  const kept = await store.readCredentials();
  expect(kept).toHaveLength(TOWNS + 2);
  const of = (id: string) => kept.filter((one) => one.id === id).map(({ kind: _kind, id: _id, ...rest }) => rest);
  expect(of('clerk-0')).toEqual([{ secret: 'hash 0', generation: 1, mustChange: true }]);
  expect(of('clerk-1')).toEqual([{ secret: 'hash 1', generation: 3, mustChange: true }]);
  expect(of('clerk-2')).toEqual([
    { secret: 'new', generation: 3, mustChange: false },
    { secret: 'key', generation: 1, mustChange: false },
  ]);
  expect([of('old'), of('younger')]).toEqual([[], [{ secret: '1000000', generation: 1, mustChange: false }]]);
});

it('takes webhooks into use, and out of it, by a few statements', async () => {
  const webhook = (n: number, state: number): StoredItem => {
    const id = `hook-${n}`;
    return { collection: 'webhooks', id, body: JSON.stringify({ id, name: id, url: 'https://example.org/', state }) };
  };
  const hooks = Array.from({ length: 50 }, (_, n) => n);
  const begun = await write({ put: hooks.map((n) => webhook(n, n % 10 === 0 ? 0 : 1)), remove: [] });
  expect(begun.filter((name) => name === 'begin-webhook')).toHaveLength(1);
  const inUse = async () => (await store.query('webhookProgress', {})).map(({ webhookId }) => webhookId).toSorted();
  expect(await inUse()).toEqual(
    hooks
      .filter((n) => n % 10 !== 0)
      .map((n) => `hook-${n}`)
      .toSorted(),
  );
  const gone = hooks.slice(5).map((n) => webhook(n, 1));
  const ended = await write({ put: [webhook(1, 0), webhook(2, 1)], remove: gone });
  expect(ended.filter((name) => /webhook/.test(name)).length).toBeLessThan(8);
  expect(await inUse()).toEqual(['hook-2', 'hook-3', 'hook-4']);
});

it('takes the appointments of many services to where they are now, by a few statements', async () => {
  const visit = (n: number, town: number): KeptAppointment => ({
    locationId: `town-${town}`,
    appointment: {
      ...NO_APPOINTMENT,
      id: `visit-${n}`,
      service: `passports-${n}`,
      scheduled_to: '2026-11-20 10:00:00',
      client_name: 'Ana',
    },
  });
  const some = towns.slice(0, 900);
  const put = some.map((n) => visit(n, n));
  await write({ put: [], remove: [], appointments: { put, only: false, moved: [] } });
  const moved = some.map((n) => ({ serviceId: `passports-${n}`, locationId: `town-${n + 1}` }));
  const said = await write({ put: [], remove: [], appointments: { put: [], only: false, moved } });
  expect(said.filter((name) => /appointment/.test(name)).length).toBeLessThan(5);
  const { appointments } = await store.query('appointmentsOf', { of: { services: some.map((n) => `passports-${n}`) } });
  const byId = (one: KeptAppointment, other: KeptAppointment) => (one.appointment.id < other.appointment.id ? -1 : 1);
  expect(appointments.toSorted(byId)).toEqual(some.map((n) => visit(n, n + 1)).toSorted(byId));
});
