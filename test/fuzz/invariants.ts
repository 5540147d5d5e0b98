/** What must hold of a queue whatever was sent to it, counted again from the tickets themselves. */
import { DatabaseSync } from 'node:sqlite';

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
  'a waiting ticket of a service that has no counters': `SELECT id FROM ticket WHERE state = 1 AND dst_service_id NOT IN
    (SELECT service_id FROM service_queue)`,
  'a damaged file': "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
};

export function brokenInvariants(file: string): readonly string[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Object.entries(BROKEN).flatMap(([what, sql]) => {
      const rows = database.prepare(sql).all();
      return rows.length === 0 ? [] : [`${what}: ${JSON.stringify(rows[0])}`];
    });
  } finally {
    database.close();
  }
}
