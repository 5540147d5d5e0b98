import type { KeptAppointment } from '../../queue/queue.ts';
import type { AppointmentRows } from '../../queue/rows.ts';
import type { Steps } from '../../queue/step.ts';
import { appointmentsOf, SITE_WITH_APPOINTMENTS } from '../appointments-of-site.ts';
import type { StoredItem } from '../store.ts';
import type { Line } from './pool.ts';
import { appointmentRows } from './rows/appointments.ts';
import { awaited, openSession } from './session.ts';
import { once } from './statement.ts';

const ITEMS = once('appointments-of-site', SITE_WITH_APPOINTMENTS);
const REMOVE = once('drop-appointments-of-site', "DELETE FROM site_item WHERE collection = 'appointments'");
const FORGET = once('forget-appointments-of-site', "DELETE FROM site_removed WHERE collection = 'appointments'");

function* put(rows: AppointmentRows, kept: readonly KeptAppointment[]): Steps<void> {
  yield* rows.putAppointments(kept);
}

/** Takes them out of the site, into their table. */
export async function moveAppointments(line: Line): Promise<void> {
  const kept = appointmentsOf(await line.ask<StoredItem>(ITEMS, []));
  await awaited(put(appointmentRows(openSession(line, null)), kept));
  await line.tell(REMOVE, []);
  await line.tell(FORGET, []);
}
