/**
 * Behind which number the events of a location begin, so that `--check` knows how many there must be. Of a new row both are
 * the same instant. It is beyond all that any
 * program has told before, as it was.
 */
const NOW = '(extract(epoch FROM statement_timestamp()) * 1000000)::bigint';

export const eventsFromMigration = `
ALTER TABLE location_queue ADD COLUMN events_from bigint NOT NULL DEFAULT ${NOW};
ALTER TABLE location_queue ALTER COLUMN event_number SET DEFAULT ${NOW};
UPDATE location_queue SET events_from = coalesce((SELECT min(number) - 1 FROM location_event
  WHERE location_event.location_id = location_queue.location_id), event_number);
`;
