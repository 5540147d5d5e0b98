/**
 * What staff asked devices to do: the action with its state as JSON, and for an hour the picture or log that came of it.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const deviceActionsMigration = `
CREATE TABLE device_action (
  id ${TEXT} PRIMARY KEY,
  device_id ${TEXT},
  asked_at ${INT},
  body ${TEXT}
);
CREATE INDEX device_action_of ON device_action (device_id, asked_at, id);
CREATE INDEX device_action_age ON device_action (asked_at);

CREATE TABLE device_action_result (
  action_id ${TEXT} PRIMARY KEY,
  at ${INT},
  picture ${TEXT},
  text ${TEXT}
);
CREATE INDEX device_action_result_age ON device_action_result (at);
`;
