/**
 * What a device said last, with what somebody has to look after there, and its history. `status` and `alarms` are JSON; `in_touch`:
 * 1 when it was in touch as this was written.
 */
const TEXT = 'text COLLATE "C" NOT NULL';
const INT = 'bigint NOT NULL';

export const devicesMigration = `
CREATE TABLE device_state (
  location_id ${TEXT},
  device_id ${TEXT},
  status ${TEXT},
  said_at bigint,
  in_touch ${INT},
  heard_at ${INT},
  alarms ${TEXT},
  PRIMARY KEY (location_id, device_id)
);

CREATE TABLE device_news (
  location_id ${TEXT},
  device_id ${TEXT},
  number ${INT},
  at ${INT},
  what ${TEXT},
  alarm ${TEXT},
  PRIMARY KEY (location_id, device_id, number)
);
CREATE INDEX device_news_age ON device_news (location_id, at);
`;
