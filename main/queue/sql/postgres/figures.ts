/** Figures of what is gone, as their tables have them. */

import { type RowColumns, selected } from '../../../database/postgres/statement.ts';
import type { CallFigures, TicketFigures } from '../../rules/day/figures.ts';
import { figureSecondsOf } from '../stored-figures.ts';

/** Field → its column and type. */
export const CALL_FIGURE: Readonly<Record<keyof CallFigures, readonly [column: string, type: string]>> = {
  day: ['day', 'text'],
  hour: ['hour', 'integer'],
  serviceId: ['service_id', 'text'],
  deskId: ['desk_id', 'text'],
  userId: ['user_id', 'text'],
  calls: ['calls', 'bigint'],
  first: ['first_calls', 'bigint'],
  served: ['served', 'bigint'],
  noShows: ['no_shows', 'bigint'],
  paused: ['paused', 'bigint'],
  transferred: ['transferred', 'bigint'],
  waits: ['waits', 'text'],
  services: ['services', 'text'],
};
export const TICKET_FIGURE: Readonly<Record<keyof TicketFigures, readonly [column: string, type: string]>> = {
  day: ['day', 'text'],
  hour: ['hour', 'integer'],
  serviceId: ['service_id', 'text'],
  issued: ['issued', 'bigint'],
};

type Columns = Readonly<Record<string, readonly [column: string, type: string]>>;

const list = (columns: Columns, table: string): string =>
  selected(Object.fromEntries(Object.entries(columns).map(([field, [column]]) => [field, column])), table);
export const CALL_FIGURE_FIELDS = list(CALL_FIGURE, 'call_figure');
export const TICKET_FIGURE_FIELDS = list(TICKET_FIGURE, 'ticket_figure');

/** Times are texts there. */
export type PostgresCallFigureRow = Omit<CallFigures, 'waits' | 'services'> & {
  readonly waits: string;
  readonly services: string;
};

export function callFigures(row: PostgresCallFigureRow): CallFigures {
  return { ...row, waits: figureSecondsOf(row.day, row.waits), services: figureSecondsOf(row.day, row.services) };
}

/** As a row of `putFigures`, by columns. */
export function callFigureRow(figures: CallFigures): RowColumns {
  const [waits, services] = [figures.waits, figures.services].map((seconds) => JSON.stringify(seconds));
  return byColumn({ ...figures, waits, services }, CALL_FIGURE);
}

export function ticketFigureRow(figures: TicketFigures): RowColumns {
  return byColumn(figures, TICKET_FIGURE);
}

function byColumn(figures: object, columns: Columns): RowColumns {
  const fields = Object.entries(figures) as readonly (readonly [string, RowColumns[string]])[];
  return Object.fromEntries(fields.map(([field, value]) => [columns[field]?.[0] ?? field, value]));
}

export const columnTypes = (columns: Columns): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(columns));
