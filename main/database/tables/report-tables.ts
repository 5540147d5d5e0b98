/** Tables of reports. */
import { content, int32, integer, json, type Table, table, text } from './table.ts';

/**
 * Aggregates of deleted calls, by hour of a business day. `waits` and `services`: JSON lists of whole seconds, shortest
 * first. Contains no personal data. The index holds days on which the callers are still known.
 */
export const CALL_FIGURE = table('call_figure', {
  moved: true,
  key: ['location_id', 'day', 'hour', 'service_id', 'desk_id', 'user_id'],
  columns: {
    location_id: text,
    day: text,
    hour: int32,
    service_id: text,
    desk_id: text,
    user_id: text,
    calls: integer,
    first_calls: integer,
    served: integer,
    no_shows: integer,
    paused: integer,
    transferred: integer,
    waits: json(content),
    services: json(content),
  },
  indexes: [{ name: 'call_figure_user', columns: 'location_id, day', where: "user_id <> ''" }],
});

/** Aggregates of deleted tickets. */
export const TICKET_FIGURE = table('ticket_figure', {
  moved: true,
  key: ['location_id', 'day', 'hour', 'service_id'],
  columns: { location_id: text, day: text, hour: int32, service_id: text, issued: integer },
});

/** Saved reports of users (JSON). `sent_day`: day of the last completed delivery; empty before the first. */
const REPORT_VIEW = table('report_view', {
  moved: true,
  key: ['user_id', 'id'],
  columns: { user_id: text, id: text, view: json(text), sent_day: text },
});

export const REPORT_TABLES: readonly Table[] = [CALL_FIGURE, TICKET_FIGURE, REPORT_VIEW];
