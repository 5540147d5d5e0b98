/** Reads the figures of days whose calls and tickets are gone, in slices like those of rows. */

import type { Db } from '../../../database/sqlite/db.ts';
import type { CallFigures, TicketFigures } from '../../../queue/rules/day/figures.ts';
import {
  CALL_FIGURE_COLUMNS,
  callFigures,
  type SqliteCallFigureRow,
  TICKET_FIGURE_COLUMNS,
  type TicketFigureRow,
  ticketFigures,
} from '../../../queue/sql/sqlite/figures.ts';
import type { PeriodInput } from '../../operations/report-queries.ts';

const SLICE_ROWS = 2_000;

const CALLS = `SELECT ${CALL_FIGURE_COLUMNS} FROM call_figure
  WHERE location_id = ? AND day <= ? AND (day, hour, service_id, desk_id, user_id) > (?, ?, ?, ?, ?)
  ORDER BY day, hour, service_id, desk_id, user_id LIMIT ${SLICE_ROWS}`;
const TICKETS = `SELECT ${TICKET_FIGURE_COLUMNS} FROM ticket_figure
  WHERE location_id = ? AND day <= ? AND (day, hour, service_id) > (?, ?, ?)
  ORDER BY day, hour, service_id LIMIT ${SLICE_ROWS}`;

type Input = Pick<PeriodInput, 'locationId' | 'rules'>;

export function* callFigureSlices(db: Db, { locationId, rules }: Input): Generator<readonly CallFigures[]> {
  for (let after: readonly (string | number)[] = [rules.from, -1, '', '', '']; ; ) {
    const rows = db.all<SqliteCallFigureRow>(CALLS, locationId, rules.to, ...after);
    yield rows.map(callFigures);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = [last.day, last.hour, last.service_id, last.desk_id, last.user_id];
  }
}

export function* ticketFigureSlices(db: Db, { locationId, rules }: Input): Generator<readonly TicketFigures[]> {
  for (let after: readonly (string | number)[] = [rules.from, -1, '']; ; ) {
    const rows = db.all<TicketFigureRow>(TICKETS, locationId, rules.to, ...after);
    yield rows.map(ticketFigures);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = [last.day, last.hour, last.service_id];
  }
}
