import { appointmentRow, FIRST_APPOINTMENT_COLUMNS } from '../appointment-columns.ts';
import { appointmentsOf, SITE_WITH_APPOINTMENTS } from '../appointments-of-site.ts';
import type { StoredItem } from '../site-changes.ts';
import type { Db } from './db.ts';

const PUT = `INSERT INTO appointment (${FIRST_APPOINTMENT_COLUMNS.join(', ')})
  VALUES (${FIRST_APPOINTMENT_COLUMNS.map(() => '?').join(', ')})`;

/** Takes them out of the site, into their table. */
export function moveAppointments(db: Db): void {
  for (const row of appointmentsOf(db.all<StoredItem>(SITE_WITH_APPOINTMENTS)).map(appointmentRow)) {
    db.run(PUT, ...FIRST_APPOINTMENT_COLUMNS.map((column) => row[column]));
  }
  db.run("DELETE FROM site_item WHERE collection = 'appointments'");
}
