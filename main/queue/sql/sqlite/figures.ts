/** Figures of what is gone, as their tables have them. */
import type { CallFigures, TicketFigures } from '../../rules/day/figures.ts';
import { figureSecondsOf } from '../stored-figures.ts';

export interface SqliteCallFigureRow {
  readonly day: string;
  readonly hour: number;
  readonly service_id: string;
  readonly desk_id: string;
  readonly user_id: string;
  readonly calls: number;
  readonly first_calls: number;
  readonly served: number;
  readonly no_shows: number;
  readonly paused: number;
  readonly transferred: number;
  readonly waits: string;
  readonly services: string;
}

export interface TicketFigureRow {
  readonly day: string;
  readonly hour: number;
  readonly service_id: string;
  readonly issued: number;
}

/** In the order of the values. */
export const CALL_FIGURE_COLUMNS =
  'day, hour, service_id, desk_id, user_id, calls, first_calls, served, no_shows, paused, transferred, waits, services';
export const TICKET_FIGURE_COLUMNS = 'day, hour, service_id, issued';

export function callFigures(row: SqliteCallFigureRow): CallFigures {
  const { day, hour, calls, served, paused, transferred } = row;
  return {
    day,
    hour,
    serviceId: row.service_id,
    deskId: row.desk_id,
    userId: row.user_id,
    calls,
    first: row.first_calls,
    served,
    noShows: row.no_shows,
    paused,
    transferred,
    waits: figureSecondsOf(day, row.waits),
    services: figureSecondsOf(day, row.services),
  };
}

export function callFigureValues(figures: CallFigures): readonly (string | number)[] {
  const { day, hour, serviceId, deskId, userId, calls, first, served, noShows, paused, transferred } = figures;
  const times = [figures.waits, figures.services].map((seconds) => JSON.stringify(seconds));
  return [day, hour, serviceId, deskId, userId, calls, first, served, noShows, paused, transferred, ...times];
}

export function ticketFigures({ day, hour, service_id: serviceId, issued }: TicketFigureRow): TicketFigures {
  return { day, hour, serviceId, issued };
}
