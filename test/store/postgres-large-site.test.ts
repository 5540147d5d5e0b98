/** However large a site is, it is written to PostgreSQL by a few statements: each has its own deadline, and all count. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../main/context.ts';
import { inTransaction } from '../../main/store/postgres/batch.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { openPool, type Pool } from '../../main/store/postgres/pool.ts';
import { awaited } from '../../main/store/postgres/session.ts';
import { writeSite } from '../../main/store/postgres/site-items.ts';
import type { SiteChange, Store, StoredItem } from '../../main/store/store.ts';
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

it('is written by a handful of statements, and reads back the same, in its order', async () => {
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
  expect(said.filter((name) => name === 'put-items')).toHaveLength(2);
  expect((await store.readSite()).slice(2)).toEqual(logos);
});
