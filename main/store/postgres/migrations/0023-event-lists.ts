/**
 * Kept events are lists without names now (`event-body.ts`), and texts, which nothing reads a second time as it writes them. What is
 * kept of earlier ones goes, as it does after an hour: who was away gets the whole state. An earlier program that still runs is refused:
 * nobody could read what it would keep. Rows of `location_queue` come first, as in every operation, so that none of its waits for these.
 */
export const eventListsMigration = `
UPDATE location_queue SET events_from = event_number;
TRUNCATE location_event;
ALTER TABLE location_event ALTER COLUMN body TYPE text, DROP CONSTRAINT IF EXISTS location_event_is_list,
  ADD CONSTRAINT location_event_is_list CHECK (kind <> 'event' OR body LIKE '[%');
`;
