/**
 * Which faults are the machine's: the request is answered 131 and may be tried again, and no bug is told. What is told of a bug says
 * nothing of anybody.
 */
import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { inspect } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPool, type Pool } from '../../main/database/postgres/pool.ts';
import { isMachineFault, withoutValue } from '../../main/database/postgres/postgres-error.ts';
import { silentLog } from '../../main/lib/context.ts';
import { PostgresDatabaseRefused } from '../../main/store/postgres/migrate.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { Hall } from './queue-hall.ts';

/** Of a name that stands for two addresses. */
const BOTH = [
  { address: '127.0.0.1', family: 4 },
  { address: '127.0.0.2', family: 4 },
];

const withCode = (code: string): Error => Object.assign(new Error('something'), { code });

describe('a fault of the machine', () => {
  it('is a connection on which the other side has hung up while we write', async () => {
    const server = createServer((socket) => socket.destroy());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // Else it ends by itself, without a fault, when it hears of the end before it has written.
    const { port } = server.address() as { port: number };
    const socket = createConnection({ port, host: '127.0.0.1', allowHalfOpen: true });
    const broken = new Promise<Error>((resolve) => socket.once('error', resolve));
    // As pg does: it writes without waiting for what was written before.
    const writing = setInterval(() => socket.write('x'.repeat(1_000)), 1);
    const fault = await broken;
    clearInterval(writing);
    server.close();
    expect(isMachineFault(fault)).toBe(true);
    expect(isMachineFault(Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' }))).toBe(true);
  });

  it.each(['57P01', '53300', '08006', '25006', '40P01'])('is SQLSTATE %s', (code) => {
    expect(isMachineFault(withCode(code))).toBe(true);
  });

  it('is a database without free connections, and the server reports the remedy', async () => {
    const { url } = await newDatabase();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    const role = `narrow_${process.pid}_${Date.now()}`;
    onTestFinished(async () => {
      await owner.query(`DROP ROLE ${role}`);
      await owner.end();
    });
    await owner.query(`CREATE ROLE ${role} LOGIN CONNECTION LIMIT 0`);
    const narrow = new URL(url);
    narrow.username = role;
    const refused = await openPostgresStore({ url: narrow.href, log: silentLog }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: '53300', message: expect.stringMatching(/too many.*raise max_connections/) });
    expect(isMachineFault(refused)).toBe(true);
  });

  it('is a host of which no address accepts a connection', async () => {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    const socket = createConnection({ port, host: 'localhost', lookup: (_name, _options, found) => found(null, BOTH) });
    const [fault] = (await once(socket, 'error').catch((error: unknown) => [error])) as [Error];
    expect(fault).toBeInstanceOf(AggregateError);
    expect(isMachineFault(fault)).toBe(true);
  });

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
  ])('is what the driver says of a line: %s', (message) => {
    expect(isMachineFault(new Error(message))).toBe(true);
  });

  it.each([
    () => Buffer.from(5 as never),
    () => (undefined as never as { readonly connection: object }).connection,
    () => (null as never as { timeout(): void }).timeout(),
    () => {
      throw new Error('A connection of a kiosk has no timeout.');
    },
  ])('is not a mistake of the program, whatever it is about: %s', (mistake) => {
    const fault = (() => {
      try {
        return mistake();
      } catch (error) {
        return error;
      }
    })();
    expect(fault).toBeInstanceOf(Error);
    expect(isMachineFault(fault)).toBe(false);
  });

  it.each(['22P02', '23505', '42703'])('is not SQLSTATE %s, which is a bug', (code) => {
    expect(isMachineFault(withCode(code))).toBe(false);
  });
});

describe('an error that PostgreSQL reports', () => {
  const NAME = 'Maria "Silva" 91';
  let client: pg.Client;
  let pool: Pool;
  beforeAll(async () => {
    const { url } = await newDatabase();
    client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`CREATE TABLE visit (id text PRIMARY KEY, name text NOT NULL CHECK (name <> '${NAME}'))`);
    await client.query(`INSERT INTO visit VALUES ('${NAME}', 'somebody')`);
    // As an administrator may set it: PostgreSQL says then which values came with the statement.
    const telling = `${url}${url.includes('?') ? '&' : '?'}options=-c%20log_parameter_max_length_on_error%3D-1`;
    pool = openPool({ url: telling, most: 1, connectMs: 60_000, statementMs: 60_000 });
  });
  afterAll(async () => {
    await client.query('DROP TABLE visit');
    await Promise.all([pool.close(), client.end()]);
  });

  it.each([
    ['SELECT $1::integer', NAME, '22P02', 'invalid input syntax for type integer: …'],
    ['SELECT $1::integer', '919191919191', '22003', 'value … is out of range for type integer'],
    ['SELECT $1::timestamptz', NAME, '22007', 'invalid input syntax for type timestamp with time zone: …'],
    ['SELECT $1::text[]', `{${NAME}`, '22P02', 'malformed array literal: …'],
    ['SELECT $1::json', `{"name": ${NAME}}`, '22P02', 'invalid input syntax for type json'],
    ['SELECT now() AT TIME ZONE $1', 'Maria/Silva', '22023', 'time zone … not recognized'],
    [
      "SELECT convert_from(decode($1, 'escape'), 'UTF8')",
      'Maria \\221\\221',
      '22021',
      'invalid byte sequence for encoding …: …',
    ],
    [
      "INSERT INTO visit VALUES ($1, 'another')",
      NAME,
      '23505',
      'duplicate key value violates unique constraint "visit_pkey"',
    ],
    [
      'INSERT INTO visit (id) VALUES ($1 || 2)',
      NAME,
      '23502',
      'null value in column "name" of relation "visit" violates not-null constraint',
    ],
    [
      "INSERT INTO visit VALUES ('2', $1)",
      NAME,
      '23514',
      'new row for relation "visit" violates check constraint "visit_name_check"',
    ],
    ['SELECT nam FROM visit WHERE id = $1', NAME, '42703', 'column "nam" does not exist'],
  ])('says what went wrong, and not with what: %s', async (text, value, code, message) => {
    const mistake = await pool.work((line) => line.ask({ name: '', text }, [value])).catch((error: unknown) => error);
    expect(mistake).toBeInstanceOf(Error);
    expect(mistake).toMatchObject({ code, message });
    // As it is written when nobody has caught it.
    const told = inspect(mistake, { showHidden: true, depth: null });
    // The numbers of lines in its stack are none of it.
    expect(told.replaceAll(/:\d+/g, '')).not.toMatch(/Maria|Silva|91|somebody/);
    expect(told).toContain('at ');
  });

  it('is also what a text says that is no JSON', async () => {
    const work = pool.work(async () => JSON.parse('{"name": connection Maria}'));
    const mistake = await work.catch((error: unknown) => error);
    expect(mistake).toMatchObject({ name: 'SyntaxError' });
    expect(inspect(mistake, { showHidden: true, depth: null })).not.toMatch(/Maria|connection M/);
  });

  it('goes into the log and to the caller of the store without the name of the visitor', async () => {
    const { url } = await newDatabase();
    const logged: unknown[] = [];
    const note = (...told: unknown[]): unknown => logged.push(told);
    const log = { info: note, warn: note, error: note };
    const store = await openPostgresStore({ url, log, connections: 2, connectMs: 60_000, deadlineMs: 120_000 });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(`ALTER TABLE ticket ADD CONSTRAINT no_such_name CHECK (client_name <> '${NAME}')`);
    onTestFinished(async () => {
      await other.query('ALTER TABLE ticket DROP CONSTRAINT no_such_name');
      await other.end();
    });
    const mistake = await new Hall(store).create({ clientName: NAME }).catch((error: unknown) => error);
    await store.close();
    expect(mistake).toMatchObject({ code: '23514' });
    expect(logged).toContainEqual([
      'store.unexpected-error',
      expect.objectContaining({ error: expect.stringContaining('"no_such_name"') }),
    ]);
    expect(inspect([mistake, logged], { showHidden: true, depth: null })).not.toMatch(/Maria|Silva/);
  });
});

it('a fault that is ours keeps its words', () => {
  const fault = new PostgresDatabaseRefused('the "database" was written by a newer program');
  expect(withoutValue(fault)).toBe(fault);
});
