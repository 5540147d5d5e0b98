/** Whether what a database holds agrees with itself: asked of a backup before it is trusted, and by `--check`. */
import { ANSWER_STATE, TICKET_STATE } from '../../contract/queue.ts';
import { PROGRESS_KEY } from './place.ts';

/** Asks a question in words that both databases understand; each row is something that is wrong. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const { waiting, inService } = TICKET_STATE;
const WAITS = `ticket.state = ${waiting} AND ticket.dst_service_id = q.service_id AND ticket.generation = q.generation`;
const OPEN = `answer.state = ${ANSWER_STATE.inService}`;
/** Nobody needs a thousand lines of the same. */
const MOST = 5;

/** What is wrong, in words → how it is found: the first column says where. `$HERE`: of the same location. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'the count of people waiting is not that of the tickets': `SELECT service_id FROM service_queue q WHERE waiting <>
    (SELECT count(*) FROM ticket WHERE ${WAITS} $HERE)`,
  'the count of people with priority is not that of the tickets': `SELECT service_id FROM service_queue q
    WHERE waiting_priority <> (SELECT count(*) FROM ticket WHERE ${WAITS} $HERE AND CAST(priority AS integer) = 1)`,
  'a number was given that the queue does not know of': `SELECT service_id FROM service_queue q WHERE EXISTS
    (SELECT 1 FROM ticket WHERE ticket.service_id = q.service_id AND ticket.round > q.round $HERE)`,
  'a ticket is being served, and no desk has it': `SELECT id FROM ticket WHERE state = ${inService} AND NOT EXISTS
    (SELECT 1 FROM answer WHERE ${OPEN} AND answer.ticket_id = ticket.id AND answer.location_id = ticket.location_id)`,
  'a desk has a ticket that is not being served': `SELECT desk_id FROM answer WHERE ${OPEN} AND NOT EXISTS
    (SELECT 1 FROM ticket WHERE ticket.id = answer.ticket_id AND ticket.location_id = answer.location_id
      AND ticket.state = ${inService})`,
  'a desk has two tickets': `SELECT desk_id FROM answer WHERE ${OPEN} GROUP BY location_id, desk_id HAVING count(*) > 1`,
  'a ticket is called at two desks': `SELECT ticket_id FROM answer WHERE ${OPEN} GROUP BY ticket_id HAVING count(*) > 1`,
  'a call is of a ticket that is not there': `SELECT id FROM answer WHERE NOT EXISTS
    (SELECT 1 FROM ticket WHERE ticket.id = answer.ticket_id AND ticket.location_id = answer.location_id)`,
  'an answer to a form is of a ticket that is not there': `SELECT ticket_id FROM form_answer WHERE NOT EXISTS
    (SELECT 1 FROM ticket WHERE ticket.id = form_answer.ticket_id)`,
  'figures of calls that are gone do not add up': `SELECT day FROM call_figure
    WHERE calls <> served + no_shows + paused + transferred OR first_calls > calls
    OR waits NOT LIKE '[%]' OR services NOT LIKE '[%]'`,
  'figures of tickets that are gone count none': 'SELECT day FROM ticket_figure WHERE issued < 1',
  'a move to here was not finished': `SELECT key FROM meta WHERE key = '${PROGRESS_KEY}'`,
};

/**
 * A line for each thing that is wrong; none when all is well. Names ids, never what people said.
 *
 * @param isByLocation whether a service has a queue at each location where it has ever been; else it takes it along.
 */
export async function checkQueue(ask: Ask, isByLocation: boolean): Promise<readonly string[]> {
  const here = isByLocation ? 'AND ticket.location_id = q.location_id' : '';
  const faults: string[] = [];
  for (const [fault, sql] of Object.entries(QUESTIONS)) {
    const rows = await ask(`${sql.replace('$HERE', here)} LIMIT ${MOST}`);
    if (rows.length === 0) continue;
    const where = rows.map((row) => String(Object.values(row)[0])).join(', ');
    faults.push(`${fault}: ${where}${rows.length === MOST ? ' and perhaps more' : ''}`);
  }
  return faults;
}
