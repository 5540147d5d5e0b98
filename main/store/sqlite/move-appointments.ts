import { appointmentsOf, SITE_WITH_APPOINTMENTS } from '../appointments-of-site.ts';
import type { StoredItem } from '../store.ts';
import type { Db } from './db.ts';
import { appointmentRows } from './rows/appointments.ts';

/** Takes them out of the site, into their table. */
export function moveAppointments(db: Db): void {
  appointmentRows(db).putAppointments(appointmentsOf(db.all<StoredItem>(SITE_WITH_APPOINTMENTS)));
  db.run("DELETE FROM site_item WHERE collection = 'appointments'");
}
