import { DONE, type Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, type ManyRows, statement } from '../../../database/postgres/statement.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import { CALL_STATE, TICKET_STATE } from '../../../queue/contract/records.ts';
import type { TicketFigures } from '../../../queue/rules/day/figures.ts';
import { CALL_FIELDS } from '../../../queue/sql/postgres/call-facts.ts';
import { FORGET_STEPS } from '../../../queue/sql/postgres/desk-steps.ts';
import {
  CALL_FIGURE,
  CALL_FIGURE_FIELDS,
  callFigureRow,
  callFigures,
  columnTypes,
  type PostgresCallFigureRow,
  TICKET_FIGURE,
  TICKET_FIGURE_FIELDS,
  ticketFigureRow,
} from '../../../queue/sql/postgres/figures.ts';
import type { CachedTickets } from '../../../queue/sql/postgres/tickets.ts';
import type { FigurePlace, HistoryRows, PastCall, PastTicket } from '../../operations/history-rows.ts';

const PAST_CALLS = statement(
  'past-calls',
  `SELECT id, ${CALL_FIELDS} FROM answer WHERE location_id = $1 AND called_at < $2
    AND state <> ${CALL_STATE.inService} ORDER BY called_at, id LIMIT $3`,
);
const PAST_TICKETS = statement(
  'past-tickets',
  `SELECT id, location_id AS "locationId", service_id AS "serviceId", issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id < $4 AND issued_at < $2 AND changed_at < $2
    AND state IN (${TICKET_STATE.ended}, ${TICKET_STATE.cancelled}) ORDER BY id LIMIT $3`,
);
/** One by one: a plan for many may look at all of a location. */
const drop = (name: string, table: string, column: string) =>
  statement(name, `DELETE FROM ${table} WHERE location_id = $1 AND ${column} = $2`);
const DROP_CALL = drop('drop-call', 'answer', 'id');
const DROP_FORM_ANSWERS = drop('drop-form-answers', 'form_answer', 'ticket_id');
const DROP_CHECK_IN = drop('drop-check-in', 'check_in', 'ticket_id');
const DROP_TICKET = drop('drop-ticket', 'ticket', 'id');

const at = (name: string, table: string, fields: string) =>
  statement(
    name,
    `SELECT ${fields} FROM unnest($2::text[], $3::integer[]) AS place (day, hour)
    JOIN ${table} ON ${table}.location_id = $1 AND ${table}.day = place.day AND ${table}.hour = place.hour`,
  );
const CALLS_AT = at('call-figures-at', 'call_figure', CALL_FIGURE_FIELDS);
const TICKETS_AT = at('ticket-figures-at', 'ticket_figure', TICKET_FIGURE_FIELDS);

/** In the place of those of the same key. */
function put(
  name: 'put-call-figures' | 'put-ticket-figures',
  table: string,
  columns: Readonly<Record<string, string>>,
  key: readonly string[],
): ManyRows {
  const others = Object.keys(columns).filter((column) => !key.includes(column));
  const over = others.map((column) => `${column} = excluded.${column}`).join(', ');
  return insertOfMany(name, table, columns, `ON CONFLICT (location_id, ${key.join(', ')}) DO UPDATE SET ${over}`);
}
const PUT_CALLS = put('put-call-figures', 'call_figure', columnTypes(CALL_FIGURE), [
  'day',
  'hour',
  'service_id',
  'desk_id',
  'user_id',
]);
const PUT_TICKETS = put('put-ticket-figures', 'ticket_figure', columnTypes(TICKET_FIGURE), [
  'day',
  'hour',
  'service_id',
]);
const DAY_WITH_CLERKS = statement(
  'day-with-clerks',
  `SELECT day FROM call_figure WHERE location_id = $1 AND day < $2 AND user_id <> '' ORDER BY day LIMIT 1`,
);
const DROP_FIGURES = drop('drop-call-figures', 'call_figure', 'day');
const LOCATIONS = statement('queue-locations', 'SELECT location_id AS id FROM location_queue');

const days = (places: readonly FigurePlace[]): readonly string[] => places.map(({ day }) => day);
const hours = (places: readonly FigurePlace[]): readonly number[] => places.map(({ hour }) => hour);

export function historyRows(session: DatabaseSession, { forget }: CachedTickets): HistoryRows {
  return {
    pastCalls: (locationId, before, limit) => session.ask<PastCall>(PAST_CALLS, [locationId, before, limit]),
    pastTickets: (locationId, before, limit) =>
      session.ask<PastTicket>(PAST_TICKETS, [locationId, before, limit, firstUuidAt(before + CLOCK_MARGIN_MS)]),
    dropCalls(locationId, ids) {
      for (const id of ids) session.send(DROP_CALL, [locationId, id]);
      return DONE;
    },
    dropTickets(locationId, ids) {
      for (const id of ids) {
        for (const gone of [DROP_FORM_ANSWERS, DROP_CHECK_IN, DROP_TICKET]) session.send(gone, [locationId, id]);
        forget(id);
      }
      if (ids.length > 0) session.send(FORGET_STEPS, [locationId, ids]);
      return DONE;
    },
    *callFigures(locationId, places) {
      const rows = yield* session.ask<PostgresCallFigureRow>(CALLS_AT, [locationId, days(places), hours(places)]);
      return rows.map(callFigures);
    },
    ticketFigures: (locationId, places) =>
      session.ask<TicketFigures>(TICKETS_AT, [locationId, days(places), hours(places)]),
    *dayWithClerks(locationId, before) {
      return (yield* session.ask<{ day: string }>(DAY_WITH_CLERKS, [locationId, before]))[0]?.day ?? null;
    },
    dropCallFigures(locationId, day) {
      session.send(DROP_FIGURES, [locationId, day]);
      return DONE;
    },
    putCallFigures(_locationId, figures) {
      for (const each of figures) session.put(PUT_CALLS, callFigureRow(each));
      return DONE;
    },
    putTicketFigures(_locationId, figures) {
      for (const each of figures) session.put(PUT_TICKETS, ticketFigureRow(each));
      return DONE;
    },
    // A report is of one moment there.
    noteForgetting: () => DONE,
    *queueLocations(): Effects<readonly string[]> {
      return (yield* session.ask<{ id: string }>(LOCATIONS, [])).map(({ id }) => id);
    },
  };
}
