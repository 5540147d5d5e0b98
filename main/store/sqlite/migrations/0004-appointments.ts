/**
 * Who has checked in for which appointment: one that is moved may be checked in for again. And when the place of a
 * waiting appointment in the queue changes: `joins`, from when on it can be next; `ages`, from when on it counts like
 * any other. The index finds the cancelled tickets of a day among those of all time.
 */
export const appointmentsMigration = `
CREATE TABLE check_in (
  appointment_id TEXT NOT NULL,
  booked_at INTEGER NOT NULL,
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  PRIMARY KEY (appointment_id, booked_at)
) STRICT, WITHOUT ROWID;

CREATE TABLE turn_change (
  location_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  ticket_id TEXT NOT NULL REFERENCES ticket (id),
  change TEXT NOT NULL,
  PRIMARY KEY (location_id, at, ticket_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ticket_cancelled_at ON ticket (dst_service_id, changed_at) WHERE state = 4;
`;
