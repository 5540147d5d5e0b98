/**
 * What staff asked devices to do: the action with its state as JSON, and for an hour the picture or log that came of it.
 */
export const deviceActionsMigration = `
CREATE TABLE device_action (
  id TEXT NOT NULL PRIMARY KEY,
  device_id TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX device_action_of ON device_action (device_id, asked_at, id);
CREATE INDEX device_action_age ON device_action (asked_at);

CREATE TABLE device_action_result (
  action_id TEXT NOT NULL PRIMARY KEY,
  at INTEGER NOT NULL,
  picture TEXT NOT NULL,
  text TEXT NOT NULL
) STRICT;
CREATE INDEX device_action_result_age ON device_action_result (at);
`;
