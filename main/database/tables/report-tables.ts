/** Tables of reports. */
import { content, int32, integer, json, type Table, table, text } from './table.ts';

/**
 * Figures of deleted calls, by hour of a business day. `waits` and `services`: JSON lists of whole seconds, the
 * shortest first. Nothing of a visitor is kept. The index holds days of which it is still known who called.
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

/** Figures of deleted tickets. */
export const TICKET_FIGURE = table('ticket_figure', {
  moved: true,
  key: ['location_id', 'day', 'hour', 'service_id'],
  columns: { location_id: text, day: text, hour: int32, service_id: text, issued: integer },
});

/** Reports that users have saved (JSON). `sent_day`: of the last sending that is done; empty before the first. */
const REPORT_VIEW = table('report_view', {
  moved: true,
  key: ['user_id', 'id'],
  columns: { user_id: text, id: text, view: json(text), sent_day: text },
});

export const REPORT_TABLES: readonly Table[] = [CALL_FIGURE, TICKET_FIGURE, REPORT_VIEW];
