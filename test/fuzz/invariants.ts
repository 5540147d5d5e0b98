/** What must hold of a queue whatever was sent to it, counted again from the tickets themselves. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { DATABASE_FILE, type DatabaseTarget } from '../../main/store/transfer/database-target.ts';
import { checkPlace } from '../../main/store/transfer/integrity/check-place.ts';

const BROKEN: Readonly<Record<string, string>> = {
  'a ticket in no state': 'SELECT id FROM ticket WHERE state NOT IN (1, 2, 3, 4, 5)',
  'a count that is not the number of waiting tickets': `SELECT service_id FROM service_queue q WHERE waiting <>
    (SELECT count(*) FROM ticket t WHERE t.state = 1 AND t.dst_service_id = q.service_id AND t.generation = q.generation)`,
  'a count that is not the number of waiting priority tickets': `SELECT service_id FROM service_queue q
    WHERE waiting_priority <> (SELECT count(*) FROM ticket t WHERE t.state = 1 AND t.dst_service_id = q.service_id AND t.generation = q.generation
    AND t.flags & 1 = 1)`,
  'two open answers at a desk': 'SELECT desk_id FROM answer WHERE state = 2 GROUP BY desk_id HAVING count(*) > 1',
  'a number given twice in a round':
    'SELECT service_id FROM ticket GROUP BY service_id, round, number HAVING count(*) > 1',
  'a ticket in service without an open answer': `SELECT id FROM ticket t WHERE state = 2 AND
    (SELECT count(*) FROM answer a WHERE a.ticket_id = t.id AND a.state = 2) <> 1`,
  'an open answer without its ticket in service': `SELECT a.id FROM answer a JOIN ticket t ON t.id = a.ticket_id
    WHERE a.state = 2 AND t.state <> 2`,
  // Whoever goes on or back into the queue has not been served, and what is undone never was.
  'a visitor who counts as served and is not gone': `SELECT t.id FROM ticket t JOIN answer a ON a.ticket_id = t.id
    WHERE t.state <> 5 AND a.state = 5`,
  'a visitor who counts as served twice':
    'SELECT ticket_id FROM answer WHERE state = 5 GROUP BY ticket_id HAVING count(*) > 1',
  'more calls counted than there are': `SELECT service_id FROM service_queue q
    WHERE called > (SELECT count(*) FROM answer a WHERE a.service_id = q.service_id)`,
  'a call out of the queue that is not counted': `SELECT service_id FROM service_queue q
    WHERE called < (SELECT count(*) FROM answer a WHERE a.service_id = q.service_id AND a.waited_ms IS NOT NULL)`,
  'a waiting ticket of a service that has no counters': `SELECT id FROM ticket WHERE state = 1 AND dst_service_id NOT IN
    (SELECT service_id FROM service_queue)`,
};
/** Of SQLite. */
const DAMAGED = "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'";

const shown = (what: string, rows: readonly unknown[]): readonly string[] =>
  rows.length === 0 ? [] : [`${what}: ${JSON.stringify(rows[0])}`];

/** What does not hold of the queue at that place; what `--check` says of it too. */
export async function brokenInvariants(place: DatabaseTarget): Promise<readonly string[]> {
  const told = await checkPlace(place);
  if (place.engine === 'postgres') return [...told, ...(await brokenInPostgres(place.url))];
  const database = new DatabaseSync(join(place.dataDir, DATABASE_FILE), { readOnly: true });
  try {
    const broken = Object.entries({ ...BROKEN, 'a damaged file': DAMAGED });
    return [...told, ...broken.flatMap(([what, sql]) => shown(what, database.prepare(sql).all()))];
  } finally {
    database.close();
  }
}

async function brokenInPostgres(url: string): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const broken: string[] = [];
    for (const [what, sql] of Object.entries(BROKEN)) broken.push(...shown(what, (await client.query(sql)).rows));
    return broken;
  } finally {
    await client.end();
  }
}
