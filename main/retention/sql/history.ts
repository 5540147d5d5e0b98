/** SQL for past calls and tickets. */
import type { Effect } from '../../database/effect.ts';
import { selected } from '../../database/postgres/statement.ts';
import { type Dialect, rowOf, sql, upsertRows } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { CALL_FIGURE, TICKET_FIGURE } from '../../database/tables/every-table.ts';
import { ANSWER } from '../../database/tables/queue-tables.ts';
import type { Table } from '../../database/tables/table.ts';
import { CALL_STATE } from '../../queue/contract/records.ts';
import type { TicketFigures } from '../../queue/rules/day/figures.ts';
import { CALL_FACT_COLUMN } from '../../queue/sql/columns.ts';
import { DROP_ANSWER } from '../../queue/sql/queue-statements.ts';
import {
  CALL_FIGURE_COLUMN,
  type CallFigureRow,
  callFigureRow,
  callFigures,
  TICKET_FIGURE_COLUMN,
} from '../../queue/sql/stored-figures.ts';
import type { FigurePlace, HistoryRows, PastCall } from '../operations/history-rows.ts';

const PAST_CALLS = sql(
  'past-calls',
  ({ select }) => `SELECT id, ${select(ANSWER, CALL_FACT_COLUMN)} FROM answer
  WHERE location_id = $1 AND called_at < $2 AND state <> ${CALL_STATE.inService} ORDER BY called_at, id LIMIT $3`,
);
/** Deletes row by row: a query plan for many rows may scan the whole location. */
const drop = (name: string, table: string, column: string) =>
  sql(name, ({ inPostgres }) => `DELETE FROM ${table} WHERE ${inPostgres('location_id = $1 AND ')}${column} = $2`);
const OF_TICKET = [
  drop('drop-form-answers', 'form_answer', 'ticket_id'),
  drop('drop-check-in', 'check_in', 'ticket_id'),
  drop('drop-ticket', 'ticket', 'id'),
];

const figuresAt = (name: string, { name: table }: Table, columns: Readonly<Record<string, string>>) =>
  sql(
    name,
    ({ keys }) => `SELECT ${selected(columns, table)}
  FROM ${keys({ location_id: 'text', day: 'text', hour: 'integer' })} JOIN ${table}
    ON ${table}.location_id = r.location_id AND ${table}.day = r.day AND ${table}.hour = r.hour`,
  );
const CALLS_AT = figuresAt('call-figures-at', CALL_FIGURE, CALL_FIGURE_COLUMN);
const TICKETS_AT = figuresAt('ticket-figures-at', TICKET_FIGURE, TICKET_FIGURE_COLUMN);
const putAll = (table: Table) => (dialect: Dialect) => upsertRows(dialect, table, Object.keys(table.columns));
const PUT_CALLS = sql('put-call-figures', putAll(CALL_FIGURE));
const PUT_TICKETS = sql('put-ticket-figures', putAll(TICKET_FIGURE));
const DAY_WITH_CLERKS = sql(
  'day-with-clerks',
  `SELECT day FROM call_figure WHERE location_id = $1 AND day < $2 AND user_id <> '' ORDER BY day LIMIT 1`,
);
const DROP_FIGURES = sql('drop-call-figures', 'DELETE FROM call_figure WHERE location_id = $1 AND day = $2');
const LOCATIONS = sql('queue-locations', 'SELECT location_id AS id FROM location_queue');

/** Engine-specific functions. */
export interface HistoryOfEngine extends Pick<HistoryRows, 'pastTickets' | 'noteForgetting'> {
  /** Removes cached tickets and their undo steps. */
  forgetTickets(locationId: string, ids: readonly string[]): Effect<void>;
  forgetCall(id: string): void;
}

export function historyRows(
  db: SqlRunner,
  { pastTickets, noteForgetting, forgetTickets, forgetCall }: HistoryOfEngine,
): HistoryRows {
  const placesAt = (locationId: string, places: readonly FigurePlace[]): string =>
    db.json(places.map(({ day, hour }) => ({ location_id: locationId, day, hour })));
  return {
    pastTickets,
    noteForgetting,
    pastCalls: (locationId, before, limit) => db.all<PastCall>(PAST_CALLS, locationId, before, limit),
    *dropCalls(locationId, ids) {
      for (const id of ids) {
        yield* db.send(DROP_ANSWER, locationId, id);
        forgetCall(id);
      }
    },
    *dropTickets(locationId, ids) {
      for (const id of ids) for (const gone of OF_TICKET) yield* db.send(gone, locationId, id);
      if (ids.length > 0) yield* forgetTickets(locationId, ids);
    },
    *callFigures(locationId, places) {
      return (yield* db.all<CallFigureRow>(CALLS_AT, placesAt(locationId, places))).map(callFigures);
    },
    ticketFigures: (locationId, places) => db.all<TicketFigures>(TICKETS_AT, placesAt(locationId, places)),
    *dayWithClerks(locationId, before) {
      return (yield* db.one<{ day: string }>(DAY_WITH_CLERKS, locationId, before))?.day ?? null;
    },
    dropCallFigures: (locationId, day) => db.send(DROP_FIGURES, locationId, day),
    putCallFigures: (locationId, figures) =>
      db.sendRows(
        PUT_CALLS,
        figures.map((each) => ({ location_id: locationId, ...callFigureRow(each) })),
      ),
    putTicketFigures: (locationId, figures) =>
      db.sendRows(
        PUT_TICKETS,
        figures.map((each) => ({ location_id: locationId, ...rowOf(each, TICKET_FIGURE_COLUMN) })),
      ),
    *queueLocations() {
      return (yield* db.all<{ id: string }>(LOCATIONS)).map(({ id }) => id);
    },
  };
}
