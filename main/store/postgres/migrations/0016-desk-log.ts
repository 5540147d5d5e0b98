/**
 * Where nobody works for now (`away`: by desk, JSON), when that was (`desk_time`), and what was noted of calls. The first
 * instant of each row stands at the front, so that a period is one stretch.
 */
const TEXT = 'text COLLATE "C" NOT NULL';

export const deskLogMigration = `
ALTER TABLE location_queue ADD COLUMN away text COLLATE "C" NOT NULL DEFAULT '{}';
CREATE TABLE desk_time (
  location_id ${TEXT},
  began_at bigint NOT NULL,
  desk_id ${TEXT},
  user_id ${TEXT},
  kind ${TEXT},
  reason ${TEXT},
  ended_at bigint NOT NULL,
  PRIMARY KEY (location_id, began_at, desk_id)
);
CREATE TABLE call_result (
  location_id ${TEXT},
  called_at bigint NOT NULL,
  answer_id ${TEXT},
  code ${TEXT},
  count integer NOT NULL,
  service_id ${TEXT},
  desk_id ${TEXT},
  PRIMARY KEY (location_id, called_at, answer_id, code)
);
`;
