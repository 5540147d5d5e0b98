/** Stored waits and figures, read and checked. Damaged text counts as empty. */

import { type ColumnsOf, rowOf } from '../../database/sql.ts';
import { isListOf, isNumber, readKept } from '../../database/stored-json.ts';
import type { CallFigures, TicketFigures } from '../rules/day/figures.ts';
import type { PastWait } from '../rules/recent-waits.ts';

const isPair = (value: unknown): boolean => Array.isArray(value) && value.length === 2 && value.every(isNumber);

/** The column holds `[[wait in ms, places], …]`. */
export function pastWaitsOf(serviceId: string, text: string): PastWait[] {
  const row = { table: 'service_queue', id: serviceId };
  const pairs = readKept<readonly (readonly [number, number])[]>(text, isListOf(isPair), row) ?? [];
  return pairs.map(([waitMs, places]) => ({ waitMs, places }));
}

/** Durations are stored as JSON. */
export type CallFigureRow = Omit<CallFigures, 'waits' | 'services'> & {
  readonly waits: string;
  readonly services: string;
};

/** Columns of figures of deleted calls. */
export const CALL_FIGURE_COLUMN: ColumnsOf<CallFigures> = {
  day: 'day',
  hour: 'hour',
  serviceId: 'service_id',
  deskId: 'desk_id',
  userId: 'user_id',
  calls: 'calls',
  first: 'first_calls',
  served: 'served',
  noShows: 'no_shows',
  paused: 'paused',
  transferred: 'transferred',
  waits: 'waits',
  services: 'services',
};
/** Columns of figures of deleted tickets. */
export const TICKET_FIGURE_COLUMN: ColumnsOf<TicketFigures> = {
  day: 'day',
  hour: 'hour',
  serviceId: 'service_id',
  issued: 'issued',
};

export function callFigures(row: CallFigureRow): CallFigures {
  return { ...row, waits: figureSecondsOf(row.day, row.waits), services: figureSecondsOf(row.day, row.services) };
}

export function callFigureRow(figures: CallFigures): object {
  const [waits, services] = [JSON.stringify(figures.waits), JSON.stringify(figures.services)];
  return rowOf({ ...figures, waits, services }, CALL_FIGURE_COLUMN);
}

/** Durations in whole seconds; empty if they cannot be read, while the counts stay. */
function figureSecondsOf(day: string, text: string): readonly number[] {
  return readKept<readonly number[]>(text, isListOf(isNumber), { table: 'call_figure', id: day }) ?? [];
}
