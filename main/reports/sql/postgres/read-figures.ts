/** Reads the figures of days whose calls and tickets are gone, in slices like those of rows. */

import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { statement } from '../../../database/postgres/statement.ts';
import type { CallFigures, TicketFigures } from '../../../queue/rules/day/figures.ts';
import {
  CALL_FIGURE_FIELDS,
  callFigures,
  type PostgresCallFigureRow,
  TICKET_FIGURE_FIELDS,
} from '../../../queue/sql/postgres/figures.ts';
import type { PeriodInput } from '../../operations/report-queries.ts';

const SLICE_ROWS = 2_000;

const CALLS = statement(
  'report-call-figures',
  `SELECT ${CALL_FIGURE_FIELDS} FROM call_figure
  WHERE location_id = $1 AND day <= $2 AND (day, hour, service_id, desk_id, user_id) > ($3, $4, $5, $6, $7)
  ORDER BY day, hour, service_id, desk_id, user_id LIMIT ${SLICE_ROWS}`,
);
const TICKETS = statement(
  'report-ticket-figures',
  `SELECT ${TICKET_FIGURE_FIELDS} FROM ticket_figure
  WHERE location_id = $1 AND day <= $2 AND (day, hour, service_id) > ($3, $4, $5)
  ORDER BY day, hour, service_id LIMIT ${SLICE_ROWS}`,
);

type Input = Pick<PeriodInput, 'locationId' | 'rules'>;

export async function* callFigureSlices(
  line: PoolConnection,
  { locationId, rules }: Input,
): AsyncGenerator<readonly CallFigures[]> {
  for (let after: readonly (string | number)[] = [rules.from, -1, '', '', '']; ; ) {
    const rows = await line.ask<PostgresCallFigureRow>(CALLS, [locationId, rules.to, ...after]);
    yield rows.map(callFigures);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = [last.day, last.hour, last.serviceId, last.deskId, last.userId];
  }
}

export async function* ticketFigureSlices(
  line: PoolConnection,
  { locationId, rules }: Input,
): AsyncGenerator<readonly TicketFigures[]> {
  for (let after: readonly (string | number)[] = [rules.from, -1, '']; ; ) {
    const rows = await line.ask<TicketFigures>(TICKETS, [locationId, rules.to, ...after]);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = [last.day, last.hour, last.serviceId];
  }
}
