/**
 * Birthday and reference of appointments, by which a kiosk looks up a visitor without a code. The index leads to the
 * appointments of a few days of one location, so that a look-up reads no other rows.
 */
export const appointmentLookupMigration = `
ALTER TABLE appointment ADD COLUMN birthday TEXT NOT NULL DEFAULT '';
ALTER TABLE appointment ADD COLUMN reference TEXT NOT NULL DEFAULT '';
CREATE INDEX appointment_birthday ON appointment (location_id, day, birthday) WHERE birthday <> '' AND state = 1;
`;
