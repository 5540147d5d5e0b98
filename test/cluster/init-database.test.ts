/** Database role of the compose file: without superuser, sole user of its database. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPool } from '../../main/database/postgres/pool.ts';
import { once } from '../../main/database/postgres/statement.ts';
import { openPostgresStore } from '../../main/store/postgres/open-postgres-store.ts';
import { replaced } from '../helpers/nginx.ts';
import { newDatabase } from '../helpers/postgres-database.ts';
import { openTown } from '../helpers/town.ts';
import { recordingLog } from '../kiosk/readers/recording-log.ts';

const SCRIPT = readFileSync(new URL('../../packaging/servers/init-database.sh', import.meta.url), 'utf8');
const PASSWORD = "it's a long one";
const NAME = `plain_role_${process.pid}`;

it('owns its database, is no superuser, and is the only role that can connect', async () => {
  const administrator = new URL((await newDatabase()).url);
  const connection = {
    PGHOST: administrator.searchParams.get('host') ?? administrator.hostname,
    PGPORT: administrator.port,
    PGPASSWORD: decodeURIComponent(administrator.password),
  };
  const secrets = mkdtempSync(join(tmpdir(), 'init-database-'));
  onTestFinished(() => rmSync(secrets, { recursive: true, force: true }));
  const TAN_DB_PASSWORD_FILE = join(secrets, 'database-password');
  writeFileSync(TAN_DB_PASSWORD_FILE, `${PASSWORD}\n`);
  const env = { ...process.env, ...connection, POSTGRES_USER: administrator.username, TAN_DB_PASSWORD_FILE };
  const asAdministrator = (sql: string): void =>
    void execFileSync('psql', ['-X', '-q', '-U', administrator.username, '-d', 'postgres', '-c', sql], { env });
  execFileSync('sh', ['-s'], { env, input: replaced(SCRIPT, { take_a_number: NAME }) });
  onTestFinished(() => {
    asAdministrator(`DROP DATABASE ${NAME} WITH (FORCE)`);
    asAdministrator(`DROP ROLE ${NAME}`);
  });

  const url = new URL(administrator);
  url.pathname = `/${NAME}`;
  url.username = NAME;
  url.password = encodeURIComponent(PASSWORD);
  const log = recordingLog();
  const store = await openPostgresStore({ url: url.href, log });
  await store.close();
  expect(log.events()).not.toContain('store.public-connect-allowed');

  const pool = openPool({ url: url.href, most: 1, connectMs: 10_000, statementMs: 10_000 });
  onTestFinished(() => pool.close());
  const rights = await pool.work((line) =>
    line.ask(
      once(
        'rights',
        'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = current_user',
      ),
      [],
    ),
  );
  expect(rights).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false }]);
});

it('needs only row permissions once the tables exist', async () => {
  const { url } = await newDatabase();
  const owner = await openTown({ database: url });
  await owner.createTicket('Passports');
  await owner.close();
  const administrator = openPool({ url, most: 1, connectMs: 10_000, statementMs: 10_000 });
  const name = `writer_${process.pid}`;
  await administrator.work((line) =>
    line.exec(`CREATE ROLE ${name} LOGIN PASSWORD 'a long one'; GRANT USAGE ON SCHEMA public TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name}`),
  );
  onTestFinished(async () => {
    await administrator.work((line) => line.exec(`DROP OWNED BY ${name}; DROP ROLE ${name}`));
    await administrator.close();
  });
  const asWriter = new URL(url);
  asWriter.username = name;
  asWriter.password = encodeURIComponent('a long one');
  const town = await openTown({ database: asWriter.href, site: null });
  onTestFinished(() => town.close());
  await town.createTicket('Passports');
  const desk = { desk_id: 'desk-1', user_id: 'ana' };
  const called = await town.post('callnextticket', desk);
  const { answer } = called.body as { answer: { id: string; ticket: { number: number } } };
  expect([called.status, (await town.post('endcall', { answer_id: answer.id })).status]).toEqual([200, 200]);
});

it('is warned if every role can connect', async () => {
  const log = recordingLog();
  const store = await openPostgresStore({ url: (await newDatabase()).url, log });
  await store.close();
  expect(log.events()).toContain('store.public-connect-allowed');
});
