/** Limits of queues that were broken. `service_id` is empty for the location as a whole, `ended_at` null while the alarm stands. */
export const limitsMigration = `
CREATE TABLE limit_alarm (
  location_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  bound INTEGER NOT NULL,
  worst INTEGER NOT NULL,
  since_at INTEGER NOT NULL,
  ended_at INTEGER,
  seen_at INTEGER,
  seen_by TEXT NOT NULL,
  PRIMARY KEY (location_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX limit_alarm_open ON limit_alarm (location_id) WHERE ended_at IS NULL;
CREATE INDEX limit_alarm_since ON limit_alarm (location_id, since_at);
`;
