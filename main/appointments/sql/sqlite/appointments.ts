import { atOnce, DONE } from '../../../database/effect.ts';
import { sqliteRunner } from '../../../database/sql-runner.ts';
import { atMost } from '../../../database/sqlite/collect-up-to.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { AppointmentRows } from '../../operations/appointment-rows.ts';
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  appointmentRow,
  keptAppointment,
  placeOf,
} from '../appointment-columns.ts';
import { storedAppointments } from '../appointments.ts';

const LIST = APPOINTMENT_COLUMNS.join(', ');
const PUT = `INSERT INTO appointment (${LIST}) VALUES (${APPOINTMENT_COLUMNS.map(() => '?').join(', ')})`;
const REMOVE = 'DELETE FROM appointment WHERE location_id = ? AND day = ? AND time = ? AND id = ?';
const PERSONAL = `SELECT ${LIST} FROM appointment INDEXED BY appointment_personal
  WHERE location_id = ? AND day < ? AND personal = 1 ORDER BY day LIMIT ?`;

export function appointmentRows(db: Db): AppointmentRows {
  return {
    ...storedAppointments(sqliteRunner(db)),
    putAppointments(appointments) {
      for (const kept of appointments) {
        const row = appointmentRow(kept);
        db.run(PUT, ...APPOINTMENT_COLUMNS.map((column) => row[column]));
      }
      return DONE;
    },
    removeAppointments(appointments) {
      for (const { locationId, appointment } of appointments) {
        const { day, time, id } = placeOf(appointment);
        db.run(REMOVE, locationId, day, time, id);
      }
      return DONE;
    },
    personalAppointments: (due, limit) =>
      atOnce(
        atMost(limit, due, ({ locationId, bookedBefore }, most) =>
          db.all<AppointmentRow>(PERSONAL, locationId, bookedBefore, most),
        ).map(keptAppointment),
      ),
  };
}
