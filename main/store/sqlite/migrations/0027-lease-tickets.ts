/** Each lease of numbers with its kiosk, and with how many tickets of it were taken in. */
export const leaseTicketsMigration = `
ALTER TABLE number_lease ADD COLUMN device_id TEXT NOT NULL DEFAULT '';
ALTER TABLE number_lease ADD COLUMN taken INTEGER NOT NULL DEFAULT 0;
`;
