/**
 * Which business day of its service a waiting or paused ticket belongs to, so that a day ends at once however many wait.
 * `day_end` lists the services whose old tickets are still to be marked as ended.
 */
export const generationsMigration = `
ALTER TABLE service_queue ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ticket ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;

DROP INDEX ticket_waiting;
CREATE INDEX ticket_waiting
  ON ticket (dst_service_id, generation, lane, priority, waiting_since, issued_at, id) WHERE state = 1;
DROP INDEX ticket_paused;
CREATE INDEX ticket_paused ON ticket (dst_service_id, generation, changed_at) WHERE state = 3;

CREATE TABLE day_end (
  service_id TEXT NOT NULL PRIMARY KEY,
  ended_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;
