/** Integrity checks over the rows of a queue, in SQL for both databases. */
import { CALL_STATE, FLAG, TICKET_STATE } from '../../../queue/contract/records.ts';
import { CLASSES } from '../../../queue/rules/ticket-class.ts';
import { MIN_KEPT } from '../../postgres/location-events.ts';
import { PROGRESS_KEY } from '../database-target.ts';
import { TABLES, type TransferTable } from '../tables.ts';

/** Runs a query; each row of the result is a fault. */
export type Ask = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const { waiting, inService, paused } = TICKET_STATE;
const WAITS = `ticket.state = ${waiting} AND ticket.dst_service_id = q.service_id AND ticket.generation = q.generation`;
const OPEN = `answer.state = ${CALL_STATE.inService}`;
/** Maximum rows listed per fault; the line states if there are more. */
const MAX_LISTED = 5;

const ALL_FLAGS = Object.values(FLAG).reduce((sum, flag) => sum + flag, 0);
const listOf = (values: Readonly<Record<string, number>>): string => Object.values(values).join(', ');

/** Fault → query whose first column names the row. `$HERE` limits tickets to the location of the queue. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'the count of waiting visitors differs from the tickets': `SELECT service_id FROM service_queue q WHERE waiting <>
    (SELECT count(*) FROM ticket WHERE ${WAITS} $HERE)`,
  'the count of visitors with priority differs from the tickets': `SELECT service_id FROM service_queue q
    WHERE waiting_priority <> (SELECT count(*) FROM ticket WHERE ${WAITS} $HERE AND class > 0)`,
  'a ticket is in an unknown state or class': `SELECT id FROM ticket WHERE state NOT IN (${listOf(TICKET_STATE)})
    OR class NOT IN (${CLASSES.join(', ')}) OR flags < 0 OR flags > ${ALL_FLAGS}`,
  'a call is in an unknown state': `SELECT id FROM answer WHERE state NOT IN (${listOf(CALL_STATE)})`,
  'a ticket waits in a lane that no desk calls from': `SELECT id FROM ticket WHERE state = ${waiting}
    AND lane NOT IN ('', 'h') AND (dst_desk_id = '' OR lane NOT IN ('d' || dst_desk_id, 'hd' || dst_desk_id))
    AND (dst_user_id = '' OR lane NOT IN ('u' || dst_user_id, 'hu' || dst_user_id))`,
  'a ticket waits for a service that has no queue': `SELECT id FROM ticket WHERE state = ${waiting} AND NOT EXISTS
    (SELECT 1 FROM service_queue q WHERE q.service_id = ticket.dst_service_id $HERE)`,
  'visitors wait for a service that the site does not have': `SELECT service_id FROM service_queue q WHERE waiting > 0
    AND EXISTS (SELECT 1 FROM site_item WHERE collection = 'services')
    AND NOT EXISTS (SELECT 1 FROM site_item WHERE collection = 'services' AND site_item.id = q.service_id)`,
  'a ticket belongs to a round that its queue has not reached': `SELECT service_id FROM service_queue q WHERE EXISTS
    (SELECT 1 FROM ticket WHERE ticket.service_id = q.service_id AND ticket.round > q.round $HERE)`,
  'the last ticket number is lower than that of a ticket, so the next number already exists': `SELECT service_id
    FROM service_queue q WHERE EXISTS (SELECT 1 FROM ticket WHERE ticket.service_id = q.service_id
      AND ticket.round = q.round AND ticket.number > coalesce(q.last_number, -1)
      AND NOT (ticket.number BETWEEN coalesce(q.leased_first, 1) AND coalesce(q.leased_last, 0))
      AND NOT EXISTS (SELECT 1 FROM number_lease l WHERE l.service_id = ticket.service_id AND l.round = ticket.round
        AND ticket.number BETWEEN l.first_number AND l.last_number)
      AND ticket.number > 0 $HERE)`,
  'a ticket label does not end in the ticket number': `SELECT id FROM ticket WHERE label <> ''
    AND label NOT LIKE '%' || CAST(abs(number) AS text)`,
  'a ticket is in service, but no desk has it': `SELECT id FROM ticket WHERE state = ${inService} AND NOT EXISTS
    (SELECT 1 FROM answer WHERE ${OPEN} AND answer.ticket_id = ticket.id AND answer.location_id = ticket.location_id)`,
  'a paused ticket has no call': `SELECT id FROM ticket WHERE state = ${paused} AND NOT EXISTS
    (SELECT 1 FROM answer WHERE answer.ticket_id = ticket.id AND answer.location_id = ticket.location_id)`,
  'a desk has a ticket that is not in service': `SELECT desk_id FROM answer WHERE ${OPEN} AND NOT EXISTS
    (SELECT 1 FROM ticket WHERE ticket.id = answer.ticket_id AND ticket.location_id = answer.location_id
      AND ticket.state = ${inService})`,
  'a desk has two tickets': `SELECT desk_id FROM answer WHERE ${OPEN} GROUP BY location_id, desk_id HAVING count(*) > 1`,
  'a ticket is called at two desks': `SELECT ticket_id FROM answer WHERE ${OPEN} GROUP BY ticket_id HAVING count(*) > 1`,
  'a call ended before it began': 'SELECT id FROM answer WHERE ended_at < called_at OR waited_ms < 0',
  'a call of a ticket that does not exist': `SELECT id FROM answer WHERE NOT EXISTS
    (SELECT 1 FROM ticket WHERE ticket.id = answer.ticket_id AND ticket.location_id = answer.location_id)`,
  'a call of a service that has no queue': `SELECT id FROM answer WHERE NOT EXISTS
    (SELECT 1 FROM service_queue q WHERE q.service_id = answer.service_id)
    AND EXISTS (SELECT 1 FROM site_item WHERE collection = 'services')
    AND NOT EXISTS (SELECT 1 FROM site_item WHERE collection = 'services' AND site_item.id = answer.service_id)
    AND ${OPEN}`,
  'a form answer of a ticket that does not exist': ofNoTicket('form_answer'),
  'a check-in of a ticket that does not exist': ofNoTicket('check_in'),
  'a planned change of turn of a ticket that does not exist': ofNoTicket('turn_change'),
  'a repeated request would answer with a ticket that does not exist': `${ofNoTicket('idempotency')} AND ticket_id <> ''`,
  'aggregates of purged calls are inconsistent': `SELECT day FROM call_figure
    WHERE calls <> served + no_shows + paused + transferred OR first_calls > calls
    OR waits NOT LIKE '[%]' OR services NOT LIKE '[%]'`,
  'aggregates of purged tickets count no ticket': 'SELECT day FROM ticket_figure WHERE issued < 1',
  'a data migration to this database is incomplete: run the same npm run db:migrate-data again': `SELECT key FROM meta WHERE key = '${PROGRESS_KEY}'`,
};

function ofNoTicket(table: string): string {
  return `SELECT ticket_id FROM ${table} WHERE NOT EXISTS (SELECT 1 FROM ticket WHERE ticket.id = ${table}.ticket_id)`;
}

/** Queries on stored events of PostgreSQL; `location-events.ts` defines how many are kept. */
const EVENTS = `FROM location_queue q LEFT JOIN (SELECT location_id, count(*) AS kept, min(number) AS lowest,
  max(number) AS highest FROM location_event GROUP BY location_id) e ON e.location_id = q.location_id`;
const QUESTIONS_OF_EVENTS: Readonly<Record<string, string>> = {
  'events are missing: their numbers must have no gap up to that of their location': `SELECT q.location_id ${EVENTS}
    WHERE coalesce(e.highest, q.events_from) < q.event_number OR e.kept <> e.highest - e.lowest + 1
    OR coalesce(e.kept, 0) < least(${MIN_KEPT}, q.event_number - q.events_from)`,
  'events have higher numbers than their location': `SELECT q.location_id ${EVENTS}
    WHERE q.event_number < coalesce(e.highest, q.events_from)`,
  'events of a location without a row': `SELECT DISTINCT location_id FROM location_event e
    WHERE NOT EXISTS (SELECT 1 FROM location_queue q WHERE q.location_id = e.location_id)`,
};

/** Columns with instants, and those that can be in the future. */
const INSTANT = /(?:^|_)at$|^waiting_since$/;
const PLANNED = /^(?:scheduled_at|waiting_since|booked_at|anonymise_at|next_try_at|at)$/;
const FIRST_INSTANT = Date.UTC(2000, 0, 1);
const CLOCK_TOLERANCE_MS = 2 * 86_400_000;
const PLANNED_AHEAD_MS = 100 * 365 * 86_400_000;

type Question = readonly [fault: string, sql: string];

function instantQuestions(now: number): readonly Question[] {
  const impossible = TABLES.flatMap(({ name, columns, key }): readonly Question[] => {
    const instants = Object.entries(columns).filter(([column, kind]) => kind === 'integer' && INSTANT.test(column));
    if (instants.length === 0) return [];
    const outside = instants.map(([column]) => {
      const latest = now + (PLANNED.test(column) ? PLANNED_AHEAD_MS : CLOCK_TOLERANCE_MS);
      // Zero means "never" in columns that cannot be null.
      return `(${column} <> 0 AND (${column} < ${FIRST_INSTANT} OR ${column} > ${latest}))`;
    });
    const question = `SELECT ${rowName(name, key)} FROM ${name} WHERE ${outside.join(' OR ')}`;
    return [[`a time of ${name} is impossible or in the future`, question]];
  });
  const ahead = `SELECT id FROM ticket WHERE waiting_since > ${now + CLOCK_TOLERANCE_MS}
    AND waiting_since > coalesce(scheduled_at, 0)`;
  return [...impossible, ['a ticket waits since a time in the future', ahead]];
}

function rowName(table: string, key: TransferTable['key']): string {
  return key.includes('id') ? 'id' : (key.find((column) => column.endsWith('_id')) ?? key[0] ?? `'${table}'`);
}

/** Generated numbers must exceed all existing ones. */
export const NUMBERED: readonly { readonly table: string; readonly column: string }[] = TABLES.flatMap(
  ({ name, numbered }) => (numbered === undefined || name === 'site_item' ? [] : [{ table: name, column: numbered }]),
);

/**
 * One line per fault; empty if there are none. Contains ids, never personal data.
 *
 * @param isByLocation whether a service keeps a queue at each former location; otherwise its queue moves with it
 * @param now epoch milliseconds: instants far beyond it are faults
 */
export async function checkRows(ask: Ask, isByLocation: boolean, now: number): Promise<readonly string[]> {
  const here = isByLocation ? 'AND ticket.location_id = q.location_id' : '';
  const questions = Object.entries(QUESTIONS).map(([fault, sql]) => [fault, sql.replaceAll('$HERE', here)] as const);
  return faultsOf(ask, [...questions, ...instantQuestions(now)]);
}

/** The same for the event log of a PostgreSQL database: archives and files have no events. */
export async function checkEvents(ask: Ask): Promise<readonly string[]> {
  return faultsOf(ask, Object.entries(QUESTIONS_OF_EVENTS));
}

/** Runs each query, and lists the faulty rows. */
export async function faultsOf(ask: Ask, questions: readonly Question[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const [fault, sql] of questions) {
    const rows = await ask(`${sql} LIMIT ${MAX_LISTED}`);
    if (rows.length === 0) continue;
    const where = rows.map((row) => String(Object.values(row)[0])).join(', ');
    faults.push(`${fault}: ${where}${rows.length === MAX_LISTED ? ' and perhaps more' : ''}`);
  }
  return faults;
}
