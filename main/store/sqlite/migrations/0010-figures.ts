/**
 * What reports need of calls and tickets that are gone, by hour of a business day. `waits` and `services` are JSON lists of
 * whole seconds, the shortest first. `desk_id` and `user_id` are ids of the site; nothing of a visitor is kept.
 */
export const figuresMigration = `
CREATE TABLE call_figure (
  location_id TEXT NOT NULL,
  day TEXT NOT NULL,
  hour INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  calls INTEGER NOT NULL,
  first_calls INTEGER NOT NULL,
  served INTEGER NOT NULL,
  no_shows INTEGER NOT NULL,
  paused INTEGER NOT NULL,
  transferred INTEGER NOT NULL,
  waits TEXT NOT NULL,
  services TEXT NOT NULL,
  PRIMARY KEY (location_id, day, hour, service_id, desk_id, user_id)
) STRICT, WITHOUT ROWID;
-- Days of which it is still known who called.
CREATE INDEX call_figure_user ON call_figure (location_id, day) WHERE user_id <> '';

CREATE TABLE ticket_figure (
  location_id TEXT NOT NULL,
  day TEXT NOT NULL,
  hour INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  issued INTEGER NOT NULL,
  PRIMARY KEY (location_id, day, hour, service_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX check_in_ticket ON check_in (ticket_id);
`;
