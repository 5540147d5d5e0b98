/**
 * Kept events are lists without names now (`event-body.ts`), and texts, which nothing reads a second time as it writes them. What is
 * kept of earlier ones goes, as it does after an hour: who was away gets the whole state.
 */
export const eventListsMigration = `
TRUNCATE location_event;
UPDATE location_queue SET events_from = event_number;
ALTER TABLE location_event ALTER COLUMN body TYPE text;
`;
