/**
 * The last id of a ticket or call of each location, so that ids stand in the order in which they were made within one
 * millisecond too, whichever server made them.
 */
export const lastIdMigration = `
ALTER TABLE location_queue ADD COLUMN last_id text COLLATE "C" NOT NULL DEFAULT '';
`;
