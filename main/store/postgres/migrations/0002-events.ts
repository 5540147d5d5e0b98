/**
 * What happens at a location, numbered without a gap, so that every server tells the same under the same number. Without
 * anything of the visitor, which stands with the ticket alone. Old rows are dropped; numbers are not used again: those of a
 * new row of a location begin with the microseconds since 1970, beyond all that any program has told before.
 */
export const eventsMigration = `
ALTER TABLE location_queue ADD COLUMN event_number bigint NOT NULL
  DEFAULT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;

CREATE TABLE location_event (
  location_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  at bigint NOT NULL,
  -- 'event', 'counts' or 'said'.
  kind text COLLATE "C" NOT NULL,
  -- Of the ticket that it is about; else empty.
  ticket_id text COLLATE "C" NOT NULL,
  body json NOT NULL,
  PRIMARY KEY (location_id, number)
);
`;
