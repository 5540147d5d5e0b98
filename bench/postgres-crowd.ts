/** The same crowds as in `crowd.ts`, in databases of one PostgreSQL. */
import { type Cluster, openCluster } from '../test/helpers/postgres-cluster.ts';
import { CROWD_DAYS, CROWD_SERVICES, type Crowd, openSite, SAMPLE } from './crowd.ts';
import { cpuSeconds } from './figures.ts';
import { postgresCpuSeconds } from './postgres-cpu.ts';
import { makeDataDir, startProgram } from './program.ts';

const DAY_MS = 86_400_000;

/** An id that sorts by its time, as the program's own do, with the rest by chance. */
const random = (digits: number): string => `lpad(to_hex((random() * ${16 ** digits - 1})::bigint), ${digits}, '0')`;
const ID = `lpad(to_hex(at >> 16), 8, '0') || '-' || lpad(to_hex(at & 65535), 4, '0') || '-7' || ${random(3)} || '-8' ||
  ${random(3)} || '-' || ${random(12)}`;

async function fill(cluster: Cluster, database: string, waiting: number, past: number): Promise<readonly string[]> {
  const now = Date.now();
  const services = CROWD_SERVICES.map((id, index) => `WHEN ${index} THEN '${id}'`).join(' ');
  const insert = (
    count: number,
    from: number,
    until: number,
    told: Readonly<Record<'state' | 'round' | 'called', string>>,
  ): string => `
    INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane,
      generation, class, device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id,
      app_display_name, scheduled_at, issued_at, waiting_since, places, changed_at, label, called_when_cancelled)
    SELECT ${ID}, 'town-hall', service, ${told.round}, n, service, '', '', '', 0, 0, 'kiosk-1', ${told.state}, false, 0,
      '', 'en', '', '', '', '', NULL, at, at, 1, at + 120000, 'A' || (100 + n % 900), ${told.called}
    FROM (SELECT n, (${from} + n * ((${until} - ${from})::float8 / ${Math.max(1, count)}))::bigint AS at,
      CASE n % 4 ${services} END AS service FROM generate_series(0, ${count - 1}) AS n) AS timed`;
  await cluster.sql(
    database,
    `SET session_replication_role = replica; SET maintenance_work_mem = '256MB';
    CREATE TABLE kept_index AS SELECT indexdef, indexname FROM pg_indexes JOIN pg_class ON relname = indexname
      WHERE schemaname = 'public' AND tablename IN ('ticket', 'answer')
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid);
    DO $$ DECLARE one record; BEGIN
      FOR one IN SELECT * FROM kept_index LOOP EXECUTE 'DROP INDEX ' || quote_ident(one.indexname); END LOOP; END $$;
    ${insert(past, now - CROWD_DAYS * DAY_MS, now - DAY_MS, {
      // One of ten was cancelled. Numbers only have to differ within their round.
      state: 'CASE n % 10 WHEN 3 THEN 4 ELSE 5 END',
      called: 'CASE n % 10 WHEN 3 THEN n / 4 END',
      round: `n * ${CROWD_DAYS}::bigint / ${past}`,
    })};
    INSERT INTO answer (id, ticket_id, location_id, service_id, number_service_id, desk_id, user_id, state, called_at,
      ended_at, waited_ms, first)
    SELECT substr(id, 1, 14) || '7' || substr(id, 16), id, location_id, service_id, service_id,
      'desk-' || (1 + number % 4), 'counter' || (1 + number % 4), state, issued_at + 60000, issued_at + 120000, 60000, true
      FROM ticket;
    ${insert(waiting, now - 3_600_000, now - 1000, { state: '1', called: 'NULL', round: `${CROWD_DAYS}` })};
    INSERT INTO location_queue (location_id) VALUES ('town-hall') ON CONFLICT DO NOTHING;
    INSERT INTO service_queue (service_id, location_id, waiting, round, last_number, called)
      SELECT dst_service_id, 'town-hall', count(*), ${CROWD_DAYS + 1}, 0, ${past} FROM ticket WHERE state = 1
        GROUP BY dst_service_id
    ON CONFLICT (location_id, service_id) DO UPDATE SET waiting = excluded.waiting, round = excluded.round, last_number = 0,
      called = excluded.called;
    DO $$ DECLARE one record; BEGIN
      FOR one IN SELECT * FROM kept_index LOOP EXECUTE one.indexdef; END LOOP; END $$;
    DROP TABLE kept_index`,
  );
  for (const end of ['VACUUM (ANALYZE)', 'CHECKPOINT']) await cluster.sql(database, end);
  const step = Math.max(1, Math.floor(past / SAMPLE));
  const ids = await cluster.sql(
    database,
    `SELECT id FROM ticket WHERE state IN (4, 5) AND number % ${step} = 0 ORDER BY random()`,
  );
  return ids.split('\n');
}

export interface PostgresCrowds {
  open(name: string, waiting: number, past: number): Promise<Crowd>;
  close(): Promise<void>;
}

export async function openPostgresCrowds(): Promise<PostgresCrowds> {
  const cluster = await openCluster({ durable: true });
  // Filling writes much, once.
  await cluster.sql('postgres', "ALTER SYSTEM SET max_wal_size = '8GB'");
  await cluster.sql('postgres', 'SELECT pg_reload_conf()');
  return {
    async open(name, waiting, past) {
      await cluster.sql('postgres', `CREATE DATABASE ${name}`);
      const data = await makeDataDir();
      const flags = ['--site', openSite(data.path), '--database', cluster.url(name)];
      await (await startProgram(data.path, ...flags)).stop();
      const pastIds = await fill(cluster, name, waiting, past);
      let running = await startProgram(data.path, ...flags);
      return {
        get running() {
          return running;
        },
        pastIds,
        cpuSeconds: () => cpuSeconds(running.pid) + postgresCpuSeconds(cluster),
        async restart() {
          await running.stop();
          running = await startProgram(data.path, ...flags);
        },
        async remove() {
          await running.stop();
          await data.remove();
        },
      };
    },
    close: () => cluster.close(),
  };
}
