/** Limits of queues that were broken. `service_id` is empty for the location as a whole, `ended_at` null while the alarm stands. */
const TEXT = 'text COLLATE "C" NOT NULL';

export const limitsMigration = `
CREATE TABLE limit_alarm (
  location_id ${TEXT},
  number bigint NOT NULL,
  service_id ${TEXT},
  kind ${TEXT},
  bound bigint NOT NULL,
  worst bigint NOT NULL,
  since_at bigint NOT NULL,
  ended_at bigint,
  seen_at bigint,
  seen_by ${TEXT},
  PRIMARY KEY (location_id, number)
);
CREATE INDEX limit_alarm_open ON limit_alarm (location_id) WHERE ended_at IS NULL;
CREATE INDEX limit_alarm_since ON limit_alarm (location_id, since_at);
`;
