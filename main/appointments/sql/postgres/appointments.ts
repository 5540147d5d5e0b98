import type { Effects } from '../../../database/effect.ts';
import { LOCK_SITE } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, type Statement, statement } from '../../../database/postgres/statement.ts';
import type { AppointmentPageInput, AppointmentPlace, KeptAppointment } from '../../operations/appointment-records.ts';
import type { AppointmentRows } from '../../operations/appointment-rows.ts';
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  appointmentRow,
  keptAppointment,
  placeOf,
} from '../appointment-columns.ts';
import { BEGINNING, pageBounds } from '../appointment-page.ts';

const SELECT = `SELECT ${APPOINTMENT_COLUMNS.join(', ')} FROM appointment`;
const INTEGERS: ReadonlySet<string> = new Set(['names_location', 'state', 'personal']);
const appointmentType = (column: string): string => (INTEGERS.has(column) ? 'smallint' : 'text');
const TYPES = Object.fromEntries(
  APPOINTMENT_COLUMNS.filter((column) => column !== 'location_id').map((column) => [column, appointmentType(column)]),
);

const BY_ID = statement('appointment', `${SELECT} WHERE id = $1`);
const BY_IDS = statement('appointments-of-ids', `${SELECT} WHERE id = ANY ($1)`);
const BY_CODE = statement(
  'appointments-of-code',
  `${SELECT} WHERE code = $1 AND code <> '' AND state = 1 ORDER BY day DESC, time DESC LIMIT $2`,
);
const BY_ESSENCE = statement(
  'appointments-of-typed-code',
  `${SELECT} WHERE code_essence = $1 AND code_essence <> '' AND state = 1 ORDER BY day DESC, time DESC LIMIT $2`,
);
/** Which of them name one of the things; those of services, users and desks each by an index. */
const OF = {
  locations: statement('appointments-of-locations', `${SELECT} WHERE location_id = ANY ($1) LIMIT $2`),
  services: statement('appointments-of-services', `${SELECT} WHERE service_id = ANY ($1) LIMIT $2`),
  users: statement('appointments-of-users', `${SELECT} WHERE user_id = ANY ($1) AND user_id <> '' LIMIT $2`),
  desks: statement('appointments-of-desks', `${SELECT} WHERE desk_id = ANY ($1) AND desk_id <> '' LIMIT $2`),
} as const;
const EVERY = statement(
  'every-appointment',
  `${SELECT} WHERE (location_id, day, time, id) > ($1, $2, $3, $4) ORDER BY location_id, day, time, id LIMIT $5`,
);
const WITHIN = 'location_id = $1 AND (day, time, id) > ($2, $3, $4) AND (day, time, id) <= ($5, $6, $7)';
const PLACE = statement(
  'appointment-place',
  `SELECT day, time, id FROM appointment WHERE ${WITHIN} ORDER BY day, time, id LIMIT 1 OFFSET $8`,
);
const PAGE = statement(
  'appointment-page',
  `${SELECT} WHERE ${WITHIN} AND ($8::smallint IS NULL OR state = $8)
  AND ($9 = '' OR strpos(search, $9) > 0 OR service_id = ANY ($10)) ORDER BY day, time, id LIMIT $11`,
);
const LAST_CODE_DAY = statement(
  'last-code-day',
  `SELECT max(day) AS day FROM appointment WHERE location_id = $1 AND code <> '' AND state = 1`,
);
const LAST_BIRTHDAY_DAY = statement(
  'last-birthday-day',
  `SELECT max(day) AS day FROM appointment WHERE location_id = $1 AND birthday <> '' AND state = 1`,
);
const BY_BIRTHDAY = statement(
  'appointments-of-birthday',
  `${SELECT} WHERE location_id = $1 AND day BETWEEN $2 AND $3 AND birthday = $4 AND birthday <> '' AND state = 1
  ORDER BY day, time, id LIMIT $5`,
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
  (${SELECT} WHERE location_id = place.location_id AND day < place.until AND personal = 1 ORDER BY day LIMIT $3) AS due LIMIT $3`,
);

type Values = Parameters<DatabaseSession['ask']>[1];

export function appointmentRows(session: DatabaseSession): AppointmentRows {
  function* all(asked: Statement, values: Values): Effects<readonly KeptAppointment[]> {
    return (yield* session.ask<AppointmentRow>(asked, values)).map(keptAppointment);
  }
  const within = (input: AppointmentPageInput, before: AppointmentPlace | null): string[] => {
    const { after, until } = pageBounds(input, before);
    return [input.locationId, after.day, after.time, after.id, until.day, until.time, until.id];
  };
  return {
    *appointment(id) {
      return (yield* all(BY_ID, [id]))[0] ?? null;
    },
    appointmentsOfIds: (ids) => all(BY_IDS, [ids]),
    *appointmentsOf(of, limit) {
      const found = new Map<string, KeptAppointment>();
      for (const name of ['locations', 'services', 'users', 'desks'] as const) {
        const ids = of[name] ?? [];
        if (ids.length === 0) continue;
        for (const kept of yield* all(OF[name], [ids, limit])) found.set(kept.appointment.id, kept);
      }
      return [...found.values()].slice(0, limit);
    },
    everyAppointment(after, limit) {
      const { locationId, day, time, id } = after ?? BEGINNING;
      return all(EVERY, [locationId, day, time, id, limit]);
    },
    appointmentsOfCode: (code, alike, limit) => all(alike ? BY_ESSENCE : BY_CODE, [code, limit]),
    appointmentsOfBirthday: ({ locationId, from, until, birthday, limit }) =>
      all(BY_BIRTHDAY, [locationId, from, until, birthday, limit]),
    *appointmentPlace(input, skip) {
      return (yield* session.ask<AppointmentPlace>(PLACE, [...within(input, null), skip]))[0] ?? null;
    },
    appointmentsBefore(input, before) {
      const { state, text, services, limit } = input;
      return all(PAGE, [...within(input, before), state, text, services, limit]);
    },
    *lastCodeDay(locationId) {
      return (yield* session.ask<{ day: string | null }>(LAST_CODE_DAY, [locationId]))[0]?.day ?? '';
    },
    *lastBirthdayDay(locationId) {
      return (yield* session.ask<{ day: string | null }>(LAST_BIRTHDAY_DAY, [locationId]))[0]?.day ?? '';
    },
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
      const due = yield* all(PERSONAL, values);
      if (due.length === 0) return due;
      // Nobody edits what is just being erased; what somebody has edited meanwhile is read as it is now.
      yield* session.ask(LOCK_SITE, []);
      return yield* all(PERSONAL, values);
    },
  };
}
