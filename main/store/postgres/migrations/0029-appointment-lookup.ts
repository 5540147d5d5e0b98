import type { OnlineMigration } from '../online-migration.ts';

/**
 * Birthday and reference of appointments, by which a kiosk looks up a visitor without a code. The index leads to the
 * appointments of a few days of one location, so that a look-up reads no other rows. An earlier program beside it writes
 * appointments without both fields: an appointment that it edits loses them, and one that it erases keeps neither.
 */
const TEXT = `text COLLATE "C" NOT NULL DEFAULT ''`;

export const appointmentLookupMigration: OnlineMigration = {
  number: 29,
  name: 'appointment-lookup',
  minimum: 28,
  steps: [
    {
      kind: 'change',
      sql: `ALTER TABLE appointment ADD COLUMN birthday ${TEXT}, ADD COLUMN reference ${TEXT}`,
    },
    {
      kind: 'index',
      name: 'appointment_birthday',
      table: 'appointment',
      columns: `(location_id, day, birthday) WHERE birthday <> '' AND state = 1`,
    },
  ],
};
