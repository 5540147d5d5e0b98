/**
 * The queue, the site and what belongs to the program itself. Instants are epoch milliseconds, `round` grows for ever,
 * so the unique index says in one line that no number comes twice in a round.
 *
 * A waiting ticket stands in a lane (`''`: for anybody, `d` + desk, `u` + user) and a class (priority 0 or 1):
 * ticket_waiting is in calling order within each, so that its heads are found without a scan.
 */
export const queueMigration = `
CREATE TABLE location_queue (
  location_id TEXT NOT NULL PRIMARY KEY,
  day TEXT NOT NULL,
  seen_day TEXT NOT NULL,
  priorities_in_a_row INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE service_queue (
  service_id TEXT NOT NULL PRIMARY KEY,
  location_id TEXT NOT NULL,
  waiting INTEGER NOT NULL DEFAULT 0,
  waiting_priority INTEGER NOT NULL DEFAULT 0,
  round INTEGER NOT NULL DEFAULT 1,
  last_number INTEGER,
  called INTEGER NOT NULL DEFAULT 0,
  waits TEXT NOT NULL DEFAULT '[]',
  average_wait_seconds INTEGER,
  seconds_per_place REAL
) STRICT, WITHOUT ROWID;
CREATE INDEX service_queue_location ON service_queue (location_id);

CREATE TABLE ticket (
  id TEXT NOT NULL PRIMARY KEY,
  location_id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  round INTEGER NOT NULL,
  number INTEGER NOT NULL,
  dst_service_id TEXT NOT NULL,
  dst_desk_id TEXT NOT NULL,
  dst_user_id TEXT NOT NULL,
  lane TEXT NOT NULL,
  priority INTEGER NOT NULL,
  device_id TEXT NOT NULL,
  state INTEGER NOT NULL,
  transferred INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  note TEXT NOT NULL,
  lang TEXT NOT NULL,
  custom_field TEXT NOT NULL,
  client_name TEXT NOT NULL,
  app_id TEXT NOT NULL,
  app_display_name TEXT NOT NULL,
  scheduled_at INTEGER,
  issued_at INTEGER NOT NULL,
  waiting_since INTEGER NOT NULL,
  places INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  called_when_cancelled INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ticket_number ON ticket (service_id, round, number);
CREATE INDEX ticket_waiting ON ticket (dst_service_id, lane, priority, waiting_since, issued_at, id) WHERE state = 1;
CREATE INDEX ticket_paused ON ticket (dst_service_id, changed_at) WHERE state = 3;
CREATE INDEX ticket_cancelled ON ticket (dst_service_id, called_when_cancelled) WHERE state = 4;

CREATE TABLE answer (
  id TEXT NOT NULL PRIMARY KEY,
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  location_id TEXT NOT NULL,
  service_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  state INTEGER NOT NULL,
  called_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX answer_open_desk ON answer (desk_id) WHERE state = 2;
CREATE INDEX answer_open_user ON answer (user_id) WHERE state = 2;
CREATE INDEX answer_open_location ON answer (location_id) WHERE state = 2;
CREATE INDEX answer_location ON answer (location_id, called_at, id);
CREATE INDEX answer_service ON answer (location_id, service_id, called_at, id);
CREATE INDEX answer_desk ON answer (location_id, desk_id, called_at, id);

CREATE TABLE idempotency (
  key TEXT NOT NULL PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  outcome TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_created ON idempotency (created_at);

CREATE TABLE site_item (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  body TEXT NOT NULL,
  position INTEGER NOT NULL,
  PRIMARY KEY (collection, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE meta (
  key TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
