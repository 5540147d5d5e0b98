/** Whether what a database holds agrees with itself: asked of a backup before it is trusted, and by `--check`. */

import { ANSWER_STATE, TICKET_STATE } from '../../contract/queue.ts';
import { CLASSES } from '../../core/ticket-class.ts';
import { LEAST_KEPT } from '../postgres/location-events.ts';
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
    WHERE waiting_priority <> (SELECT count(*) FROM ticket WHERE ${WAITS} $HERE AND class > 0)`,
  'a ticket waits in a class from which nobody is called': `SELECT id FROM ticket WHERE state = ${waiting}
    AND class NOT IN (${CLASSES.join(', ')})`,
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
  'a move to here was not finished, run the same npm run copy again': `SELECT key FROM meta WHERE key = '${PROGRESS_KEY}'`,
};

/** The same of what several servers tell each other over PostgreSQL: how many of it are kept, `location-events.ts` says. */
const EVENTS = `FROM location_queue q LEFT JOIN (SELECT location_id, count(*) AS kept, min(number) AS lowest,
  max(number) AS highest FROM location_event GROUP BY location_id) e ON e.location_id = q.location_id`;
const QUESTIONS_OF_EVENTS: Readonly<Record<string, string>> = {
  'events are missing, numbers are to be without a gap up to that of their location': `SELECT q.location_id ${EVENTS}
    WHERE coalesce(e.highest, q.events_from) < q.event_number OR e.kept <> e.highest - e.lowest + 1
    OR coalesce(e.kept, 0) < least(${LEAST_KEPT}, q.event_number - q.events_from)`,
  'events have numbers that their location has not come to': `SELECT q.location_id ${EVENTS}
    WHERE q.event_number < coalesce(e.highest, q.events_from)`,
  'events are of a location that has no row': `SELECT DISTINCT location_id FROM location_event e
    WHERE NOT EXISTS (SELECT 1 FROM location_queue q WHERE q.location_id = e.location_id)`,
};

/**
 * A line for each thing that is wrong; none when all is well. Names ids, never what people said.
 *
 * @param isByLocation whether a service has a queue at each location where it has ever been; else it takes it along.
 */
export async function checkQueue(ask: Ask, isByLocation: boolean): Promise<readonly string[]> {
  const here = isByLocation ? 'AND ticket.location_id = q.location_id' : '';
  const questions = Object.entries(QUESTIONS).map(([fault, sql]) => [fault, sql.replace('$HERE', here)] as const);
  return faultsOf(ask, questions);
}

/** Of a PostgreSQL database as its servers have it: archives and files hold no events. */
export async function checkEvents(ask: Ask): Promise<readonly string[]> {
  return faultsOf(ask, Object.entries(QUESTIONS_OF_EVENTS));
}

async function faultsOf(ask: Ask, questions: readonly (readonly [string, string])[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [fault, sql] of questions) {
    const rows = await ask(`${sql} LIMIT ${MOST}`);
    if (rows.length === 0) continue;
    const where = rows.map((row) => String(Object.values(row)[0])).join(', ');
    faults.push(`${fault}: ${where}${rows.length === MOST ? ' and perhaps more' : ''}`);
  }
  return faults;
}
