/** Servers of a release under load while servers of the next ones start, change the database beside them, and leave them behind. */
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { newestSchema } from '../../main/store/postgres/migrate.ts';
import type { OnlineMigration } from '../../main/store/postgres/online-migration.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type ProgramChild, startProgramChild } from '../helpers/program-child.ts';
import { siteFile } from '../helpers/site-file.ts';
import { RELEASED_SCHEMAS } from '../store/released-schemas.ts';
import type { Release } from './release-child.ts';

const NEWEST = newestSchema();
const DESKS_AT_EACH = 3;
const ROWS = 20_000;
/** Of each desk, in each part of the test. */
const MIN_VISITS = 5;
/** Two notices of 13 s each, and six starts beside working servers. */
const TIMEOUT_MS = 600_000;

/** One step of each kind. */
const EXPAND: OnlineMigration = {
  number: NEWEST + 1,
  name: 'floors',
  minimum: RELEASED_SCHEMAS[0]?.schema ?? 0,
  steps: [
    { kind: 'change', sql: 'ALTER TABLE ticket ADD COLUMN IF NOT EXISTS floor integer' },
    { kind: 'backfill', table: 'ticket', set: 'floor = 1', where: 'floor IS NULL' },
    { kind: 'check', table: 'ticket', name: 'ticket_floor_is_real', rule: 'floor >= 0' },
    { kind: 'index', name: 'ticket_floor', table: 'ticket', columns: '(location_id, floor)' },
  ],
};
/** Takes away what only the release before the last one used. */
const CONTRACT: OnlineMigration = {
  number: NEWEST + 2,
  name: 'no-report-views',
  minimum: NEWEST + 1,
  steps: [{ kind: 'change', sql: 'ALTER TABLE ticket DROP COLUMN floor' }],
};

const desks = Array.from({ length: 3 * DESKS_AT_EACH }, (_, at) => `desk-${at}`);
const SITE = {
  locations: [{ id: 'hall', name: 'Hall', timezone: 'Europe/Lisbon', country: 'PT' }],
  services: [{ id: 'papers', name: 'Papers', tag: 'A', location: 'hall' }],
  desks: desks.map((id) => ({ id, name: id, tag: id, location: 'hall' })),
  users: desks.map((id) => ({ id, username: id, name: id })),
};

interface Visits {
  readonly issued: { readonly id: string; readonly number: string }[];
  readonly called: string[];
  /** Answers that are no success. */
  readonly failed: string[];
}

interface Answer {
  readonly success?: boolean;
  readonly ticket?: { readonly id: string; readonly number: string };
  readonly answer?: { readonly id: string; readonly ticket: { readonly id: string } };
}

async function post(address: string, operation: string, body: object): Promise<Answer & { readonly status: number }> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as Answer) };
}

const readiness = async (address: string): Promise<readonly [number, unknown]> => {
  const response = await fetch(`${address}/readyz`);
  return [response.status, await response.json()];
};

/** Issues, calls and ends at one desk of one server until it is stopped, or a load balancer would pass the server by. */
function workAt(address: string, desk: string, visits: Visits) {
  let stopped = false;
  let done = 0;
  const ask = async (operation: string, body: object): Promise<Answer> => {
    try {
      const answered = await post(address, operation, body);
      if (answered.success !== true) visits.failed.push(`${operation} at ${desk}: ${JSON.stringify(answered)}`);
      return answered;
    } catch (error) {
      visits.failed.push(`${operation} at ${desk}: ${(error as Error).cause ?? error}`);
      return {};
    }
  };
  async function work(): Promise<void> {
    while (!stopped) {
      if ((await readiness(address))[0] !== 200) return;
      const { ticket } = await ask('createticket', { service_id: 'papers' });
      if (ticket !== undefined) visits.issued.push(ticket);
      const { answer } = await ask('callnextticket', { desk_id: desk, user_id: desk, services: [] });
      if (answer === undefined) continue;
      visits.called.push(answer.ticket.id);
      await ask('endcall', { answer_id: answer.id });
      done += 1;
    }
  }
  const ended = work();
  return {
    visits: () => done,
    ended,
    stop: () => {
      stopped = true;
      return ended;
    },
  };
}

it.each(RELEASED_SCHEMAS)(
  'servers of $version go on beside the next release, and make room for the one after that',
  async ({ schema }) => {
    const { url } = await newDatabase('new');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const site = await siteFile(SITE);
    const start = (release: Release, ...flags: readonly string[]): ProgramChild => {
      const env = { TEST_RELEASE: JSON.stringify(release), TAN_DATABASE: url, TAN_API_AUTHENTICATION: 'off' };
      return startProgramChild(flags, env, 'test/cluster/release-child.ts');
    };
    const before: Release = { knows: schema, adds: [] };
    const next: Release = { knows: NEWEST, adds: [EXPAND] };
    const last: Release = { knows: NEWEST, adds: [EXPAND, CONTRACT] };
    const visits: Visits = { issued: [], called: [], failed: [] };

    const old = [start(before, '--site', site)];
    const addresses = [(await old[0]?.ready) ?? ''];
    old.push(start(before));
    addresses.push((await old[1]?.ready) ?? '');
    // Tickets of years.
    const seed = await post(addresses[0] ?? '', 'createticket', { service_id: 'papers' });
    await client.query(
      `CREATE TEMPORARY TABLE seed AS SELECT * FROM ticket;
    UPDATE seed SET state = 5, round = 0;
    INSERT INTO ticket SELECT (jsonb_populate_record(seed, jsonb_build_object('id', md5(n::text), 'number', n))).*
      FROM seed, generate_series(1, ${ROWS}) AS n`,
    );

    let nextDesk = 0;
    const clerksAt = (address: string) =>
      Array.from({ length: DESKS_AT_EACH }, () => workAt(address, desks[nextDesk++] ?? '', visits));
    const ofOld = addresses.flatMap(clerksAt);
    const someMore = async (clerks: typeof ofOld): Promise<void> => {
      const from = clerks.map((clerk) => clerk.visits());
      await expect.poll(() => clerks.every((clerk, at) => clerk.visits() >= (from[at] ?? 0) + MIN_VISITS)).toBe(true);
    };
    await someMore(ofOld);

    const newer = await start(next).ready;
    const ofNewer = clerksAt(newer);
    await someMore([...ofOld, ...ofNewer]);
    expect(
      (await client.query('SELECT count(*)::int AS filled FROM ticket WHERE floor = 1')).rows[0].filled,
    ).toBeGreaterThan(ROWS);
    expect((await client.query('SELECT max(number) AS version FROM migration')).rows).toEqual([
      { version: NEWEST + 1 },
    ]);
    // A server of the release before that is started again, or brought back.
    const again = await start(before).ready;
    expect(await readiness(again)).toEqual([200, { status: 'ok' }]);
    const late = await post(again, 'createticket', { service_id: 'papers' });

    const newest = start(last);
    await Promise.all(ofOld.map(({ ended }) => ended));
    expect(visits.failed).toEqual([]);
    const newestAddress = await newest.ready;
    await someMore(ofNewer);
    for (const [at, address] of addresses.entries()) {
      expect(await readiness(address)).toEqual([503, { status: 'older than the database' }]);
      expect(await post(address, 'createticket', { service_id: 'papers' })).toMatchObject({
        status: 503,
        success: false,
        errno: 131,
      });
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      expect(old[at]?.logged().filter(({ event }) => event === 'store.release-outdated')).toHaveLength(1);
    }
    const atNewest = await post(newestAddress, 'createticket', { service_id: 'papers' });
    await Promise.all(ofNewer.map(({ stop }) => stop()));
    const refused = await start(before).ended;
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(`schema ${NEWEST + 2}`) });

    expect(visits.failed).toEqual([]);
    const { rows } = await client.query<{ id: string; number: number; calls: number }>(
      `SELECT id, number::int, (SELECT count(*)::int FROM answer WHERE ticket_id = ticket.id) AS calls
    FROM ticket WHERE round > 0 ORDER BY number`,
    );
    // None lost, none doubled: the numbers of all that were issued, one after the other.
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, at) => at + 1));
    const issued = [...visits.issued, ...[seed, late, atNewest].map(({ ticket }) => ticket)].map(
      (ticket) => ticket?.id,
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual(issued.toSorted());
    expect(new Set(visits.called).size).toBe(visits.called.length);
    expect(
      rows
        .filter(({ calls }) => calls === 1)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(visits.called.toSorted());
  },
  TIMEOUT_MS,
);
