/** SQL for appointments. */
import type { Effects } from '../../database/effect.ts';
import { LOCK_SITE } from '../../database/postgres/locks.ts';
import { deleteRows, insertRows, type Sql, sql } from '../../database/sql.ts';
import type { SqlRunner, SqlValue } from '../../database/sql-runner.ts';
import { APPOINTMENT } from '../../database/tables/site-tables.ts';
import type { AppointmentPageInput, AppointmentPlace, KeptAppointment } from '../operations/appointment-records.ts';
import type { AppointmentRows } from '../operations/appointment-rows.ts';
import { type AppointmentRow, appointmentRow, keptAppointment, placeOf } from './appointment-columns.ts';

const COLUMNS = Object.keys(APPOINTMENT.columns);
const SELECT = `SELECT ${COLUMNS.join(', ')} FROM appointment`;
const BY_ID = sql('appointment', `${SELECT} WHERE id = $1`);
const BY_IDS = sql('appointments-of-ids', ({ isIn }) => `${SELECT} WHERE ${isIn('id', 1)}`);
const BY_CODE = sql(
  'appointments-of-code',
  `${SELECT} WHERE code = $1 AND code <> '' AND state = 1 ORDER BY day DESC, time DESC LIMIT $2`,
);
const BY_ESSENCE = sql(
  'appointments-of-typed-code',
  `${SELECT} WHERE code_essence = $1 AND code_essence <> '' AND state = 1 ORDER BY day DESC, time DESC LIMIT $2`,
);
/** Appointments that refer to the items; one index each for services, users and desks. */
const OF = {
  locations: sql('appointments-of-locations', ({ isIn }) => `${SELECT} WHERE ${isIn('location_id', 1)} LIMIT $2`),
  services: sql('appointments-of-services', ({ isIn }) => `${SELECT} WHERE ${isIn('service_id', 1)} LIMIT $2`),
  users: sql('appointments-of-users', ({ isIn }) => `${SELECT} WHERE ${isIn('user_id', 1)} AND user_id <> '' LIMIT $2`),
  desks: sql('appointments-of-desks', ({ isIn }) => `${SELECT} WHERE ${isIn('desk_id', 1)} AND desk_id <> '' LIMIT $2`),
} as const;
const EVERY = sql(
  'every-appointment',
  `${SELECT} WHERE (location_id, day, time, id) > ($1, $2, $3, $4) ORDER BY location_id, day, time, id LIMIT $5`,
);
const WITHIN = 'location_id = $1 AND (day, time, id) > ($2, $3, $4) AND (day, time, id) <= ($5, $6, $7)';
const PLACE = sql(
  'appointment-place',
  `SELECT day, time, id FROM appointment WHERE ${WITHIN} ORDER BY day, time, id LIMIT 1 OFFSET $8`,
);
const PAGE = sql(
  'appointment-page',
  ({ isIn, contains }) => `${SELECT} WHERE ${WITHIN} AND (state = $8 OR $8 IS NULL)
  AND ($9 = '' OR ${contains('search', 9)} OR ${isIn('service_id', 10)}) ORDER BY day, time, id LIMIT $11`,
);
/** Uses small partial indexes: most rows of the table have no code or are erased. */
const LAST_CODE_DAY = sql(
  'last-code-day',
  ({ indexedBy }) => `SELECT max(day) AS day FROM appointment ${indexedBy('appointment_code_day')}
  WHERE location_id = $1 AND code <> '' AND state = 1`,
);
const LAST_BIRTHDAY_DAY = sql(
  'last-birthday-day',
  ({ indexedBy }) => `SELECT max(day) AS day FROM appointment ${indexedBy('appointment_birthday')}
  WHERE location_id = $1 AND birthday <> '' AND state = 1`,
);
const BY_BIRTHDAY = sql(
  'appointments-of-birthday',
  ({ indexedBy }) => `${SELECT} ${indexedBy('appointment_birthday')} WHERE location_id = $1 AND day BETWEEN $2 AND $3
  AND birthday = $4 AND birthday <> '' AND state = 1 ORDER BY day, time, id LIMIT $5`,
);

const PUT = sql('put-appointments', (dialect) => insertRows(dialect, APPOINTMENT, COLUMNS));
const REMOVE = sql('remove-appointments', (dialect) => deleteRows(dialect, APPOINTMENT));
/** Per location of the list, by the index of rows with personal data. */
const PERSONAL = sql(
  'personal-appointments',
  ({ keys, indexedBy }) => `SELECT ${COLUMNS.map((column) => `appointment.${column}`).join(', ')}
  FROM ${keys({ location_id: 'text', until: 'text' })} CROSS JOIN appointment ${indexedBy('appointment_personal')}
  WHERE appointment.location_id = r.location_id AND day < r.until AND personal = 1 LIMIT $2`,
);

/** Position before the first appointment. */
const BEGINNING = { locationId: '', day: '', time: '', id: '' } as const;
/** Later than any wall time. */
const END_OF_DAY = '~';
const LAST_DAY = '9999-99-99';

export function appointmentRows(db: SqlRunner): AppointmentRows {
  function* all(asked: Sql, ...values: readonly SqlValue[]): Effects<readonly KeptAppointment[]> {
    return (yield* db.all<AppointmentRow>(asked, ...values)).map(keptAppointment);
  }
  /** Limits of a page: `before` is included, `after` is excluded. */
  const within = (
    { locationId, from, until, after }: AppointmentPageInput,
    before: AppointmentPlace | null,
  ): readonly string[] => {
    const first = after ?? { day: from, time: '', id: '' };
    const last = before ?? { day: until || LAST_DAY, time: END_OF_DAY, id: '' };
    return [locationId, first.day, first.time, first.id, last.day, last.time, last.id];
  };
  return {
    *appointment(id) {
      const row = yield* db.one<AppointmentRow>(BY_ID, id);
      return row === null ? null : keptAppointment(row);
    },
    appointmentsOfIds: (ids) => all(BY_IDS, ids),
    *appointmentsOf(of, limit) {
      const found = new Map<string, KeptAppointment>();
      for (const name of ['locations', 'services', 'users', 'desks'] as const) {
        const ids = of[name] ?? [];
        if (ids.length === 0) continue;
        for (const kept of yield* all(OF[name], ids, limit)) found.set(kept.appointment.id, kept);
      }
      return [...found.values()].slice(0, limit);
    },
    everyAppointment(after, limit) {
      const { locationId, day, time, id } = after ?? BEGINNING;
      return all(EVERY, locationId, day, time, id, limit);
    },
    appointmentsOfCode: (code, alike, limit) => all(alike ? BY_ESSENCE : BY_CODE, code, limit),
    appointmentsOfBirthday: ({ locationId, from, until, birthday, limit }) =>
      all(BY_BIRTHDAY, locationId, from, until, birthday, limit),
    appointmentPlace: (input, skip) => db.one<AppointmentPlace>(PLACE, ...within(input, null), skip),
    appointmentsBefore(input, before) {
      const { state, text, services, limit } = input;
      return all(PAGE, ...within(input, before), state, text, services, limit);
    },
    *lastCodeDay(locationId) {
      return (yield* db.one<{ day: string | null }>(LAST_CODE_DAY, locationId))?.day ?? '';
    },
    *lastBirthdayDay(locationId) {
      return (yield* db.one<{ day: string | null }>(LAST_BIRTHDAY_DAY, locationId))?.day ?? '';
    },
    putAppointments: (appointments) => db.sendRows(PUT, appointments.map(appointmentRow)),
    removeAppointments: (appointments) =>
      db.sendRows(
        REMOVE,
        appointments.map(({ locationId, appointment }) => ({ location_id: locationId, ...placeOf(appointment) })),
      ),
    *personalAppointments(wanted, limit) {
      const places = wanted.map(({ locationId, bookedBefore }) => ({ location_id: locationId, until: bookedBefore }));
      const values = [db.json(places), limit];
      if ((yield* all(PERSONAL, ...values)).length === 0) return [];
      // The lock prevents edits during the erasure; earlier edits are read as they are now.
      yield* db.lock(LOCK_SITE);
      return yield* all(PERSONAL, ...values);
    },
  };
}
