/** Each lease of numbers with its kiosk, and with how many tickets of it were taken in. */
export const leaseTicketsMigration = `
ALTER TABLE number_lease ADD COLUMN device_id text COLLATE "C" NOT NULL DEFAULT '', ADD COLUMN taken bigint NOT NULL DEFAULT 0;
`;
