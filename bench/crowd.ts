/** Data folders of the program with a crowd in them: few or very many tickets, waiting and past. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cpuSeconds } from './figures.ts';
import { makeDataDir, type Running, type StartProgram, startProgram } from './program.ts';

export interface Crowd {
  /** As it was started last. */
  readonly running: Running;
  /** Ids of some past tickets, from all over the past. */
  readonly pastIds: readonly string[];
  /** CPU time of all that answers, so far. */
  cpuSeconds(): number;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

export const CROWD_SERVICES = ['local-taxes', 'passports', 'identity-cards', 'payments'];
/** More than any cache holds the pages of. */
export const SAMPLE = 20_000;
const DAY_MS = 86_400_000;

const DEMO = 'assets/demo/site.json';

/** The demo site, always open, without caps, and with desks that serve everything. Another build may not know that of this one. */
export function openSite(folder: string, demo = DEMO): string {
  const site = JSON.parse(readFileSync(demo, 'utf8'));
  for (const item of [...site.locations, ...site.services]) {
    delete item.schedule;
    delete item.logo;
    delete item.max_waiting;
  }
  for (const desk of site.desks) delete desk.services;
  for (const service of site.services) delete service.desks;
  const file = join(folder, 'site.json');
  writeFileSync(file, JSON.stringify(site));
  return file;
}

interface CrowdedFolder {
  readonly path: string;
  readonly site: string;
  readonly pastIds: readonly string[];
  remove(): Promise<void>;
}

/** A data folder with so many tickets of the town hall: past ones of ten years, waiting ones of now. */
export async function crowdedFolder(
  waiting: number,
  past: number,
  start = startProgram,
  demo = DEMO,
): Promise<CrowdedFolder> {
  const data = await makeDataDir();
  const site = openSite(data.path, demo);
  await (await start(data.path, '--site', site)).stop();
  return { ...data, site, pastIds: fill(join(data.path, 'take-a-number.db'), waiting, past) };
}

/** The program over such a folder. */
export async function openCrowd(waiting: number, past: number, start = startProgram, demo = DEMO): Promise<Crowd> {
  return openFolder(await crowdedFolder(waiting, past, start, demo), start);
}

async function openFolder({ site, pastIds, ...data }: CrowdedFolder, start: StartProgram): Promise<Crowd> {
  let running = await start(data.path, '--site', site);
  return {
    get running() {
      return running;
    },
    pastIds,
    cpuSeconds: () => cpuSeconds(running.pid),
    async restart() {
      await running.stop();
      running = await start(data.path, '--site', site);
    },
    async remove() {
      await running.stop();
      await data.remove();
    },
  };
}

/** An id that sorts by its time, as the program's own do, with the rest by chance. */
const ID = `printf('%08x-%04x-7%03x-8%03x-%012x', at >> 16, at & 65535, abs(random()) % 4096, abs(random()) % 4096,
  abs(random()) % 281474976710656)`;

/** Days of past tickets: each has a round of numbers of its own, as each day has. */
export const CROWD_DAYS = 3650;

function fill(file: string, waiting: number, past: number): readonly string[] {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144; BEGIN');
  const now = Date.now();
  const services = CROWD_SERVICES.map((id, index) => `WHEN ${index} THEN '${id}'`).join(' ');
  // Another build may be older.
  const [rank] = database
    .prepare("SELECT name FROM pragma_table_info('ticket') WHERE name IN ('class', 'priority')")
    .all();
  /** `state` and what goes with it, and the round, are said in terms of `n`, which counts the tickets. */
  const insert = (count: number, from: number, until: number, told: Readonly<Record<string, string>>): void => {
    const { state, round, called } = told;
    database.exec(`
      INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane,
        ${rank?.name}, device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id, app_display_name,
        scheduled_at, issued_at, waiting_since, places, changed_at, label, called_when_cancelled)
      WITH RECURSIVE line (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM line WHERE n + 1 < ${count}),
        timed AS (SELECT n, ${from} + n * (${until} - ${from}) / ${count} AS at, CASE n % 4 ${services} END AS service
          FROM line)
      SELECT ${ID}, 'town-hall', service, ${round}, n, service, '', '', '', 0, 'kiosk-1', ${state}, 0, 0, '', 'en', '',
        '', '', '', NULL, at, at, 1, at + 120000, 'A' || (100 + n % 900), ${called} FROM timed`);
  };
  // One of ten was cancelled. Numbers only have to differ within their round.
  const cancelled = (then: string, otherwise: string): string =>
    `CASE n % 10 WHEN 3 THEN ${then} ELSE ${otherwise} END`;
  insert(past, now - CROWD_DAYS * DAY_MS, now - DAY_MS, {
    state: cancelled('4', '5'),
    called: cancelled('n / 4', 'NULL'),
    round: `n * ${CROWD_DAYS} / ${past}`,
  });
  database.exec(`
    INSERT INTO answer (id, ticket_id, location_id, service_id, number_service_id, desk_id, user_id, state, called_at,
      ended_at, waited_ms, first)
    SELECT substr(id, 1, 14) || '7' || substr(id, 16), id, location_id, service_id, service_id, 'desk-' || (1 + number % 4),
      'counter' || (1 + number % 4), state, issued_at + 60000, issued_at + 120000, 60000, 1 FROM ticket ORDER BY id`);
  insert(waiting, now - 3_600_000, now - 1000, { state: '1', called: 'NULL', round: `${CROWD_DAYS}` });
  for (const id of CROWD_SERVICES) {
    database.exec(`
      INSERT INTO service_queue (service_id, location_id, waiting, round, last_number, called) VALUES ('${id}', 'town-hall',
        (SELECT count(*) FROM ticket WHERE state = 1 AND dst_service_id = '${id}'), ${CROWD_DAYS + 1}, 0, ${past})
      ON CONFLICT (service_id) DO UPDATE SET waiting = excluded.waiting, round = excluded.round, last_number = 0,
        called = excluded.called`);
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  const step = Math.max(1, Math.floor(past / SAMPLE));
  const ids = database
    .prepare('SELECT id FROM ticket WHERE state IN (4, 5) AND number % ? = 0 ORDER BY random()')
    .all(step);
  database.close();
  return ids.map(({ id }) => String(id));
}
