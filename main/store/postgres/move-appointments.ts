import { appointmentRow, FIRST_APPOINTMENT_COLUMNS } from '../appointment-columns.ts';
import { appointmentsOf, SITE_WITH_APPOINTMENTS } from '../appointments-of-site.ts';
import type { StoredItem } from '../site-changes.ts';
import type { Line } from './pool.ts';
import { appointmentType } from './rows/appointments.ts';
import { once } from './statement.ts';

const ITEMS = once('appointments-of-site', SITE_WITH_APPOINTMENTS);
const LIST = FIRST_APPOINTMENT_COLUMNS.join(', ');
const PUT = once(
  'move-appointments',
  `INSERT INTO appointment (${LIST}) SELECT ${LIST} FROM json_to_recordset($1::json)
    AS r (${FIRST_APPOINTMENT_COLUMNS.map((column) => `${column} ${appointmentType(column)}`).join(', ')})`,
);
const REMOVE = once('drop-appointments-of-site', "DELETE FROM site_item WHERE collection = 'appointments'");
const FORGET = once('forget-appointments-of-site', "DELETE FROM site_removed WHERE collection = 'appointments'");

/** Takes them out of the site, into their table. */
export async function moveAppointments(line: Line): Promise<void> {
  const kept = appointmentsOf(await line.ask<StoredItem>(ITEMS, []));
  await line.tell(PUT, [JSON.stringify(kept.map(appointmentRow))]);
  await line.tell(REMOVE, []);
  await line.tell(FORGET, []);
}
