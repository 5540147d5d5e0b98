/**
 * What a device said last, with what somebody has to look after there, and its history. `status` and `alarms` are JSON; `in_touch`:
 * 1 when it was in touch as this was written.
 */
export const devicesMigration = `
CREATE TABLE device_state (
  location_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  status TEXT NOT NULL,
  said_at INTEGER,
  in_touch INTEGER NOT NULL,
  heard_at INTEGER NOT NULL,
  alarms TEXT NOT NULL,
  PRIMARY KEY (location_id, device_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE device_news (
  location_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  alarm TEXT NOT NULL,
  PRIMARY KEY (location_id, device_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX device_news_age ON device_news (location_id, at);
`;
