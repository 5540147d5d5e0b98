import { type AppointmentItem, keptFromItem } from '../appointments-of-site.ts';
import type { Db } from './db.ts';
import { appointmentRows } from './rows/appointments.ts';

const ITEMS = `SELECT visit.body AS body, coalesce(json_extract(service.body, '$.location'), '') AS home
  FROM site_item AS visit LEFT JOIN site_item AS service
    ON service.collection = 'services' AND service.id = json_extract(visit.body, '$.service')
  WHERE visit.collection = 'appointments' ORDER BY visit.position`;

/** Takes them out of the site, into their table. */
export function moveAppointments(db: Db): void {
  appointmentRows(db).putAppointments(db.all<AppointmentItem>(ITEMS).map(keptFromItem));
  db.run("DELETE FROM site_item WHERE collection = 'appointments'");
}
