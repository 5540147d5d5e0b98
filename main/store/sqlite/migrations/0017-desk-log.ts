/**
 * Where nobody works for now (`away`: by desk, JSON), when that was (`desk_time`), and what was noted of calls. The first
 * instant of each row stands at the front, so that a period is one stretch.
 */
export const deskLogMigration = `
ALTER TABLE location_queue ADD COLUMN away TEXT NOT NULL DEFAULT '{}';
CREATE TABLE desk_time (
  location_id TEXT NOT NULL,
  began_at INTEGER NOT NULL,
  desk_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  reason TEXT NOT NULL,
  ended_at INTEGER NOT NULL,
  PRIMARY KEY (location_id, began_at, desk_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE call_result (
  location_id TEXT NOT NULL,
  called_at INTEGER NOT NULL,
  answer_id TEXT NOT NULL,
  code TEXT NOT NULL,
  count INTEGER NOT NULL,
  service_id TEXT NOT NULL,
  desk_id TEXT NOT NULL,
  PRIMARY KEY (location_id, called_at, answer_id, code)
) STRICT, WITHOUT ROWID;
`;
