/** The schema that `--check` expects of a PostgreSQL database is the one that the migrations make. */
import { expect, it, onTestFinished } from 'vitest';
import { openPool, type PoolConnection } from '../../main/database/postgres/pool.ts';
import { migrate } from '../../main/store/postgres/migrate.ts';
import { checkPostgresSchema } from '../../main/store/transfer/integrity/postgres-schema.ts';
import { newDatabase } from '../helpers/postgres-database.ts';

async function faultsAfter(change: (line: PoolConnection) => Promise<void>): Promise<readonly string[]> {
  const { url } = await newDatabase('new');
  const pool = openPool({ url, most: 1, connectMs: 10_000, statementMs: 60_000 });
  onTestFinished(() => pool.close());
  return pool.work(async (line) => {
    await migrate(line);
    await change(line);
    return checkPostgresSchema((sql) => line.ask({ name: '', text: sql }, []));
  });
}

it('is that of the descriptions, in each column, index and constraint', async () => {
  expect(await faultsAfter(async () => undefined)).toEqual([]);
});

it.each([
  ['ALTER TABLE ticket DROP COLUMN places', ['lacks: column ticket.places bigint NOT NULL']],
  [
    'ALTER TABLE ticket ALTER COLUMN flags TYPE bigint',
    ['lacks: column ticket.flags integer NOT NULL', 'has in addition: column ticket.flags bigint NOT NULL'],
  ],
  [
    'ALTER TABLE meta ALTER COLUMN key TYPE text',
    ['lacks: column meta.key text COLLATE "C" NOT NULL', 'has in addition: column meta.key text NOT NULL'],
  ],
  [
    'ALTER TABLE service_queue ALTER COLUMN round DROP DEFAULT',
    [
      'lacks: column service_queue.round bigint NOT NULL DEFAULT 1',
      'has in addition: column service_queue.round bigint NOT NULL',
    ],
  ],
  [
    'DROP INDEX ticket_paused; CREATE INDEX ticket_paused ON ticket (location_id, dst_service_id, generation, changed_at) WHERE state = 4',
    [
      'lacks: CREATE INDEX ticket_paused ON ticket USING btree (location_id, dst_service_id, generation, changed_at) WHERE state = 3',
    ],
  ],
  [
    'ALTER TABLE location_event DROP CONSTRAINT location_event_is_list',
    [`lacks: constraint location_event CHECK (kind <> 'event' OR body LIKE '[%')`],
  ],
])('tells of a change: %s', async (sql, faults) => {
  expect(await faultsAfter((line) => line.exec(sql))).toEqual(faults.map((fault) => `the schema ${fault}`));
});
