import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { CALL_STATE, type CallRecord, TICKET_STATE, type TicketState } from '../../../queue/contract/records.ts';
import { type CallRow, callFacts } from '../../../queue/sql/sqlite/call-facts.ts';
import type { DeskSteps } from '../../../queue/sql/sqlite/desk-steps.ts';
import {
  CALL_FIGURE_COLUMNS,
  callFigures,
  callFigureValues,
  type SqliteCallFigureRow,
  TICKET_FIGURE_COLUMNS,
  type TicketFigureRow,
  ticketFigures,
} from '../../../queue/sql/sqlite/figures.ts';
import type { KnownTickets } from '../../../queue/sql/sqlite/known-tickets.ts';
import type { Lately } from '../../../queue/sql/sqlite/recent-cache.ts';
import type { HistoryRows, PastTicket } from '../../operations/history-rows.ts';

const PAST_CALLS = `SELECT id, service_id, desk_id, user_id, state, called_at, ended_at, waited_ms, first FROM answer
  WHERE location_id = ? AND called_at < ? AND state <> ${CALL_STATE.inService} ORDER BY called_at, id LIMIT ?`;
const SERVICES = 'SELECT service_id FROM service_queue WHERE location_id = ?';
/** The order of their numbers is that of their issue. */
const TICKETS = `SELECT id, location_id, service_id, round, number, state, issued_at, changed_at FROM ticket
  WHERE service_id = ? AND (round, number) > (?, ?) ORDER BY round, number LIMIT ?`;
const CALLS_AT = `SELECT ${CALL_FIGURE_COLUMNS} FROM call_figure WHERE location_id = ? AND day = ? AND hour = ?`;
const TICKETS_AT = `SELECT ${TICKET_FIGURE_COLUMNS} FROM ticket_figure WHERE location_id = ? AND day = ? AND hour = ?`;
const DAY_WITH_CLERKS = `SELECT day FROM call_figure WHERE location_id = ? AND day < ? AND user_id <> ''
  ORDER BY day LIMIT 1`;
const PUT_CALLS = `INSERT OR REPLACE INTO call_figure (location_id, ${CALL_FIGURE_COLUMNS})
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const PUT_TICKETS = `INSERT OR REPLACE INTO ticket_figure (location_id, ${TICKET_FIGURE_COLUMNS}) VALUES (?, ?, ?, ?, ?)`;
/** Counted up with every part of history that goes, so that a report notices. */
const COUNTER = 'history.forgotten';
const COUNT = `INSERT INTO meta (key, value) VALUES ('${COUNTER}', '1')
  ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`;

/** How often a part of history has gone. */
export function forgettings(db: Db): string {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', COUNTER)?.value ?? '0';
}

export function historyRows(db: Db, tickets: KnownTickets, calls: Lately<CallRecord>, steps: DeskSteps): HistoryRows {
  return {
    pastCalls: (locationId, before, limit) =>
      atOnce(
        db.all<CallRow & { id: string }>(PAST_CALLS, locationId, before, limit).map((row) => ({
          ...callFacts(row),
          id: row.id,
        })),
      ),
    pastTickets: (locationId, before, limit) => atOnce(pastTickets(db, locationId, before, limit)),
    dropCalls(_locationId, ids) {
      for (const id of ids) {
        db.run('DELETE FROM answer WHERE id = ?', id);
        calls.forget(id);
      }
      return DONE;
    },
    dropTickets(_locationId, ids) {
      for (const id of ids) {
        db.run('DELETE FROM form_answer WHERE ticket_id = ?', id);
        db.run('DELETE FROM check_in WHERE ticket_id = ?', id);
        db.run('DELETE FROM ticket WHERE id = ?', id);
        tickets.forget(id);
      }
      steps.forgetStepsOf(ids);
      return DONE;
    },
    callFigures: (locationId, places) =>
      atOnce(
        places.flatMap(({ day, hour }) =>
          db.all<SqliteCallFigureRow>(CALLS_AT, locationId, day, hour).map(callFigures),
        ),
      ),
    ticketFigures: (locationId, places) =>
      atOnce(
        places.flatMap(({ day, hour }) =>
          db.all<TicketFigureRow>(TICKETS_AT, locationId, day, hour).map(ticketFigures),
        ),
      ),
    dayWithClerks: (locationId, before) =>
      atOnce(db.get<{ day: string }>(DAY_WITH_CLERKS, locationId, before)?.day ?? null),
    dropCallFigures(locationId, day) {
      db.run('DELETE FROM call_figure WHERE location_id = ? AND day = ?', locationId, day);
      return DONE;
    },
    putCallFigures(locationId, all) {
      for (const figures of all) db.run(PUT_CALLS, locationId, ...callFigureValues(figures));
      return DONE;
    },
    putTicketFigures(locationId, all) {
      for (const { day, hour, serviceId, issued } of all) {
        db.run(PUT_TICKETS, locationId, day, hour, serviceId, issued);
      }
      return DONE;
    },
    noteForgetting() {
      db.run(COUNT);
      return DONE;
    },
    queueLocations: () =>
      atOnce(db.all<{ id: string }>('SELECT location_id AS id FROM location_queue').map(({ id }) => id)),
  };
}

interface NumberedRow {
  readonly id: string;
  readonly location_id: string;
  readonly service_id: string;
  readonly round: number;
  readonly number: number;
  readonly state: TicketState;
  readonly issued_at: number;
  readonly changed_at: number;
}

const OVER: ReadonlySet<TicketState> = new Set([TICKET_STATE.ended, TICKET_STATE.cancelled]);

/** Goes through the tickets of each service by their numbers, as far as the first that is young. */
function pastTickets(db: Db, locationId: string, before: number, limit: number): readonly PastTicket[] {
  const found: PastTicket[] = [];
  for (const { service_id: serviceId } of db.all<{ service_id: string }>(SERVICES, locationId)) {
    for (const row of numbered(db, serviceId, limit)) {
      if (row.issued_at >= before) break;
      if (!OVER.has(row.state) || row.changed_at >= before) continue;
      found.push({ id: row.id, locationId: row.location_id, serviceId, issuedAt: row.issued_at });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** One, to see whether there is anything to do; then many at once. */
function* numbered(db: Db, serviceId: string, many: number): Generator<NumberedRow> {
  let after = { round: -1, number: -1 };
  for (let count = 1; ; count = many) {
    const rows = db.all<NumberedRow>(TICKETS, serviceId, after.round, after.number, count);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return;
    after = last;
  }
}
