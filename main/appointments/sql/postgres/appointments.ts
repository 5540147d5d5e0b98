import { LOCK_SITE } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, statement } from '../../../database/postgres/statement.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
import type { AppointmentRows } from '../../operations/appointment-rows.ts';
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  appointmentRow,
  keptAppointment,
  placeOf,
} from '../appointment-columns.ts';
import { storedAppointments } from '../appointments.ts';

const INTEGERS: ReadonlySet<string> = new Set(['names_location', 'state', 'personal']);
const appointmentType = (column: string): string => (INTEGERS.has(column) ? 'smallint' : 'text');
const TYPES = Object.fromEntries(
  APPOINTMENT_COLUMNS.filter((column) => column !== 'location_id').map((column) => [column, appointmentType(column)]),
);

const PUT = insertOfMany('put-appointments', 'appointment', TYPES);
const REMOVE = statement(
  'remove-appointments',
  `DELETE FROM appointment USING (SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
    AS r (location_id, day, time, id) LIMIT $5) AS r WHERE appointment.location_id = r.location_id
  AND appointment.day = r.day AND appointment.time = r.time AND appointment.id = r.id`,
);
const PERSONAL = statement(
  'personal-appointments',
  `SELECT due.* FROM unnest($1::text[], $2::text[]) AS place (location_id, until) CROSS JOIN LATERAL
  (SELECT ${APPOINTMENT_COLUMNS.join(', ')} FROM appointment WHERE location_id = place.location_id AND day < place.until
  AND personal = 1 ORDER BY day LIMIT $3) AS due LIMIT $3`,
);

export function appointmentRows(session: DatabaseSession): AppointmentRows {
  return {
    ...storedAppointments(postgresRunner(session)),
    *putAppointments(appointments) {
      const rows = appointments.map((kept) => ({ ...appointmentRow(kept) }));
      if (rows.length > 0) yield* session.change(PUT.statement, PUT.values(rows));
    },
    *removeAppointments(appointments) {
      if (appointments.length === 0) return;
      const places = appointments.map(({ appointment }) => placeOf(appointment));
      yield* session.change(REMOVE, [
        appointments.map(({ locationId }) => locationId),
        places.map(({ day }) => day),
        places.map(({ time }) => time),
        places.map(({ id }) => id),
        places.length,
      ]);
    },
    *personalAppointments(wanted, limit) {
      const values = [
        wanted.map(({ locationId }) => locationId),
        wanted.map(({ bookedBefore }) => bookedBefore),
        limit,
      ];
      const due = yield* session.ask<AppointmentRow>(PERSONAL, values);
      if (due.length === 0) return [];
      // Nobody edits what is just being erased; what somebody has edited meanwhile is read as it is now.
      yield* session.ask(LOCK_SITE, []);
      return (yield* session.ask<AppointmentRow>(PERSONAL, values)).map(keptAppointment);
    },
  };
}
