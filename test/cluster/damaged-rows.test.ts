/** Database rows damaged by other programs: servers that read them continue. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { newDatabase } from '../helpers/postgres-database.ts';
import { type ProgramChild, startProgramChild } from '../helpers/program-child.ts';
import { IS_WHOLE } from '../helpers/whole.ts';

const SEED = Number(process.env.TEST_SEED ?? 20_261_127);
const ROUNDS = Number(process.env.TEST_ROUNDS ?? (IS_WHOLE ? 120 : 60));
const WRONG_OUTCOMES = ['', '[]', '{}', '7', 'null', '{"ok":true,"value":7}'];
const PATIENT = { timeout: 30_000 };
const WRONG_TEXTS = [
  '',
  '{}',
  '[]',
  'null',
  '0',
  '"a"',
  '{"a":',
  '[[[]]]',
  '[1,2,3]',
  '{"queues":7}',
  '["ticket.called"]',
  '[null]',
];

/** Pseudo-random numbers by seed (mulberry32). */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const CALL = { desk_id: 'desk-1', user_id: 'counter1' };
let keys = 0;

async function post(
  address: string,
  operation: string,
  parameters: object,
  key = `key-${++keys}`,
): Promise<Record<string, never>> {
  const response = await fetch(`${address}/restapi/v2/queuemanagement/${operation}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(parameters),
    signal: AbortSignal.timeout(30_000),
  });
  return (await response.json()) as Record<string, never>;
}

interface Ear {
  /** Messages by type, in the order of arrival. */
  readonly heard: string[];
}

/** Subscribes to all events after that number, and reconnects whenever it is disconnected. */
function keepListening(address: string, since: number): Ear {
  const heard: string[] = [];
  let isOver = false;
  let socket: WebSocket | null = null;
  const open = (): void => {
    if (isOver) return;
    socket = new WebSocket(`${address.replace('http', 'ws')}/restapi/v2/events?location=town-hall&since=${since}`);
    socket.on('message', (data) => heard.push((JSON.parse(String(data)) as { type: string }).type));
    socket.on('error', () => undefined).on('close', () => setTimeout(open, 50));
  };
  open();
  onTestFinished(() => {
    isOver = true;
    socket?.terminate();
  });
  return { heard };
}

async function openServers(
  url: string,
  count: number,
): Promise<readonly (ProgramChild & { readonly address: string })[]> {
  const started = Array.from({ length: count }, () => startProgramChild(['--database', url]));
  return Promise.all(started.map(async (child) => ({ ...child, address: await child.ready })));
}

async function openServer(url: string): Promise<ProgramChild & { readonly address: string }> {
  const [server] = await openServers(url, 1);
  if (server === undefined) throw new Error('There is one.');
  return server;
}

function tells(server: ProgramChild, event: string): boolean {
  return server.logged().some((line) => JSON.stringify(line).includes(event));
}

async function openDatabase(url: string): Promise<pg.Client> {
  const database = new pg.Client(url);
  await database.connect();
  onTestFinished(() => database.end());
  return database;
}

const ADD_EVENT = `WITH place AS (UPDATE location_queue SET event_number = event_number + 1
    WHERE location_id = 'town-hall' RETURNING event_number)
  INSERT INTO location_event (location_id, number, at, kind, ticket_id, body)
  SELECT 'town-hall', event_number, 1, $1, '', $2 FROM place RETURNING number`;

const WRONG_EVENTS = [
  ['counts', '{}'],
  ['counts', '{"queues":7,"isNewDay":false}'],
  ['counts', '{"queues":[null],"isNewDay":false}'],
  ['event', '[null]'],
  ['event', '["ticket.called","passports","desk-1",[1],0]'],
] as const;

describe('a server with damaged rows', () => {
  let server: ProgramChild & { readonly address: string };
  let database: pg.Client;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const { url } = await newDatabase();
    const child = startProgramChild(['--database', url], {}, undefined, (end) => void ends.push(end));
    server = { ...child, address: await child.ready };
    database = new pg.Client(url);
    await database.connect();
    ends.push(() => database.end());
  });
  afterAll(() => Promise.all(ends.map((end) => end())));

  it('skips an unreadable event row, and sends subscribers the whole state', async () => {
    const issue = () => post(server.address, 'createticket', { service_id: 'passports' });
    await issue();
    const { heard } = keepListening(server.address, 0);
    await expect.poll(() => heard.length, PATIENT).toBeGreaterThan(0);
    for (const [kind, body] of WRONG_EVENTS) {
      const { rows } = await database.query<{ number: string }>(ADD_EVENT, [kind, body]);
      const number = Number(rows[0]?.number);
      const isTold = () => server.logged().some((line) => line.event === 'events.row-corrupt' && line.seq === number);
      await expect.poll(isTold, { ...PATIENT, message: `${kind} ${body}` }).toBe(true);
      heard.length = 0;
      await issue();
      await expect.poll(() => heard.includes('ticket.created') || heard.includes('state'), PATIENT).toBe(true);
      // Subscribers that resume before it cannot get the events, and get the state instead.
      const later = keepListening(server.address, number - 1);
      await expect.poll(() => later.heard.includes('state'), PATIENT).toBe(true);
    }
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  });

  it.each([['{"type":"service.changed","services":7}'], ['{"type":"service.changed","services":[null]}']])(
    'skips unreadable messages of peers, such as %s',
    async (body) => {
      await post(server.address, 'createticket', { service_id: 'passports' });
      const { heard } = keepListening(server.address, 0);
      await expect.poll(() => heard.length, PATIENT).toBeGreaterThan(0);
      await database.query(ADD_EVENT, ['said', body]);
      heard.length = 0;
      await post(server.address, 'createticket', { service_id: 'schools' });
      await expect.poll(() => heard.includes('ticket.created'), PATIENT).toBe(true);
      expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    },
  );

  it('responds 120 to an unreadable cached response, reports it, and repeats no operation', async () => {
    const issue = () => post(server.address, 'createticket', { service_id: 'passports' }, 'a-visitor');
    const ticketCount = async () => (await database.query('SELECT count(*)::int AS count FROM ticket')).rows[0]?.count;
    expect(await issue()).toMatchObject({ success: true });
    const before = await ticketCount();
    for (const wrong of WRONG_OUTCOMES) {
      await database.query('UPDATE idempotency SET outcome = $1', [wrong]);
      expect(await issue()).toMatchObject({ errno: 120, error: expect.stringContaining('cannot be read') });
    }
    expect(await ticketCount()).toBe(before);
    await expect.poll(() => tells(server, 'store.row-corrupt'), PATIENT).toBe(true);
  });

  it('reports unreadable peer state by topic, and reads the rest', async () => {
    await database.query("INSERT INTO peer (id, until) VALUES ('ghost', now() + interval '1 hour')");
    const topics = ['login-try', 'guess', 'panel-pin', 'pairing', 'device', 'device-alarms', 'ticket-taken'];
    for (const topic of topics) {
      for (const [place, body] of ['7', 'null', '{"status":7,"alarms":[null],"times":7}'].entries()) {
        await database.query(
          "INSERT INTO bulletin (server_id, topic, key, body, number) VALUES ('ghost', $1, $2, $3, nextval('bulletin_number'))",
          [topic, `kiosk-${place}`, body],
        );
      }
    }
    const told = () => server.logged().filter((line) => JSON.stringify(line).includes('peer-state.row-corrupt'));
    await expect.poll(() => new Set(told().map(({ topic }) => topic)), PATIENT).toEqual(new Set(topics));
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    expect(tells(server, 'heartbeat.unexpected-error')).toBe(false);
  });
});

it('omits and reports an unreadable site item and its dependents, and keeps it in the database', async () => {
  const { url } = await newDatabase();
  const first = await openServer(url);
  first.kill('SIGKILL');
  await first.ended;
  const database = await openDatabase(url);
  const damaged = "collection = 'services' AND id = 'passports'";
  const { rowCount } = await database.query(`UPDATE site_item SET body = '7' WHERE ${damaged}`);
  expect(rowCount).toBe(1);
  const again = await openServer(url);
  expect(tells(again, 'site.item-corrupt')).toBe(true);
  expect(await post(again.address, 'createticket', { service_id: 'schools' })).toMatchObject({ success: true });
  expect(await post(again.address, 'callnextticket', CALL)).toMatchObject({ success: true });
  expect(await post(again.address, 'createticket', { service_id: 'passports' })).toMatchObject({ errno: 6 });
  expect((await database.query(`SELECT body::text FROM site_item WHERE ${damaged}`)).rows).toEqual([{ body: '7' }]);
});

it('continues while rows of every table are damaged', async () => {
  const { url } = await newDatabase();
  const servers = await openServers(url, 2);
  const addresses = servers.map(({ address }) => address);
  const database = await openDatabase(url);
  const ears = addresses.map((address) => keepListening(address, 0));
  const { rows: columns } = await database.query<{ tableName: string; column: string }>(
    `SELECT c.table_name AS "tableName", c.column_name AS column FROM information_schema.columns AS c
      JOIN information_schema.tables AS t USING (table_schema, table_name)
    WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type IN ('text', 'json', 'jsonb')
      AND c.table_name NOT IN ('migration', 'migration_step', 'schema_minimum', 'secret') ORDER BY 1, 2`,
  );
  const below = chance(SEED);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const damaged = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const address = pick(addresses);
    await post(address, 'createticket', { service_id: pick(['passports', 'schools', 'information']) }).catch(
      () => null,
    );
    const { tableName, column } = pick(columns);
    const name = `${pg.escapeIdentifier(tableName)}`;
    const field = pg.escapeIdentifier(column);
    const { rowCount } = await database
      .query(`UPDATE ${name} SET ${field} = $1 WHERE ctid = (SELECT ctid FROM ${name} ORDER BY random() LIMIT 1)`, [
        pick(WRONG_TEXTS),
      ])
      // Some damage is refused by the constraints of the table.
      .catch(() => ({ rowCount: 0 }));
    if ((rowCount ?? 0) > 0) damaged.add(tableName);
    // Events of a location are damaged before any server has read them.
    await database.query(ADD_EVENT, [pick(['counts', 'event', 'said']), pick(WRONG_TEXTS)]).catch(() => null);
    await post(address, 'callnextticket', CALL).catch(() => null);
    for (const path of ['metrics', 'restapi/v2/queuemanagement/queues?location_id=town-hall']) {
      await fetch(`${pick(addresses)}/${path}`, { signal: AbortSignal.timeout(30_000) })
        .then((answer) => answer.text())
        .catch(() => null);
    }
    for (const [index, server] of servers.entries()) {
      const isGone = await Promise.race([
        server.ended,
        fetch(`${addresses[index]}/healthz`).then(
          () => null,
          () => server.ended,
        ),
      ]);
      const faults = server.logged().filter((line) => JSON.stringify(line).includes('app.unexpected-error'));
      expect({ round, tableName, column, isGone: isGone?.code, faults }).toEqual({
        round,
        tableName,
        column,
        isGone: undefined,
        faults: [],
      });
    }
  }
  expect(damaged.size).toBeGreaterThan(5);
  for (const { heard } of ears) expect(heard.length).toBeGreaterThan(0);
});
