import { atOnce, DONE } from '../../../database/effect.ts';
import { atMost } from '../../../database/sqlite/collect-up-to.ts';
import type { Db } from '../../../database/sqlite/db.ts';
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

const LIST = APPOINTMENT_COLUMNS.join(', ');
const SELECT = `SELECT ${LIST} FROM appointment`;
const AMONG = 'IN (SELECT value FROM json_each(?))';

const BY_ID = `${SELECT} WHERE id = ?`;
const BY_IDS = `${SELECT} WHERE id ${AMONG}`;
const BY_CODE = `${SELECT} WHERE code = ? AND code <> '' AND state = 1 ORDER BY day DESC, time DESC LIMIT ?`;
const BY_ESSENCE = `${SELECT} WHERE code_essence = ? AND code_essence <> '' AND state = 1
  ORDER BY day DESC, time DESC LIMIT ?`;
/** Which of them name one of the things; those of services, users and desks each by an index. */
const OF = {
  locations: `${SELECT} WHERE location_id ${AMONG} LIMIT ?`,
  services: `${SELECT} WHERE service_id ${AMONG} LIMIT ?`,
  users: `${SELECT} WHERE user_id ${AMONG} AND user_id <> '' LIMIT ?`,
  desks: `${SELECT} WHERE desk_id ${AMONG} AND desk_id <> '' LIMIT ?`,
} as const;
const EVERY = `${SELECT} WHERE (location_id, day, time, id) > (?, ?, ?, ?) ORDER BY location_id, day, time, id LIMIT ?`;
const WITHIN = 'location_id = ? AND (day, time, id) > (?, ?, ?) AND (day, time, id) <= (?, ?, ?)';
const PLACE = `SELECT day, time, id FROM appointment WHERE ${WITHIN} ORDER BY day, time, id LIMIT 1 OFFSET ?`;
const PAGE = `${SELECT} WHERE ${WITHIN} AND (? IS NULL OR state = ?)
  AND (? = '' OR instr(search, ?) > 0 OR service_id ${AMONG}) ORDER BY day, time, id LIMIT ?`;
/** By their small indexes: without a code, or long erased, are all the rows that the table itself would be read for. */
const LAST_CODE_DAY = `SELECT max(day) AS day FROM appointment INDEXED BY appointment_code_day
  WHERE location_id = ? AND code <> '' AND state = 1`;
const LAST_BIRTHDAY_DAY = `SELECT max(day) AS day FROM appointment INDEXED BY appointment_birthday
  WHERE location_id = ? AND birthday <> '' AND state = 1`;
const BY_BIRTHDAY = `${SELECT} INDEXED BY appointment_birthday WHERE location_id = ? AND day BETWEEN ? AND ?
  AND birthday = ? AND birthday <> '' AND state = 1 ORDER BY day, time, id LIMIT ?`;
const PUT = `INSERT INTO appointment (${LIST}) VALUES (${APPOINTMENT_COLUMNS.map(() => '?').join(', ')})`;
const REMOVE = 'DELETE FROM appointment WHERE location_id = ? AND day = ? AND time = ? AND id = ?';
const PERSONAL = `${SELECT} INDEXED BY appointment_personal WHERE location_id = ? AND day < ? AND personal = 1 ORDER BY day LIMIT ?`;

export function appointmentRows(db: Db): AppointmentRows {
  const all = (sql: string, ...values: Parameters<Db['all']>[1][]): readonly KeptAppointment[] =>
    db.all<AppointmentRow>(sql, ...values).map(keptAppointment);
  const within = (input: AppointmentPageInput, before: AppointmentPlace | null): string[] => {
    const { after, until } = pageBounds(input, before);
    return [input.locationId, after.day, after.time, after.id, until.day, until.time, until.id];
  };

  return {
    appointment: (id) => atOnce(all(BY_ID, id)[0] ?? null),
    appointmentsOfIds: (ids) => atOnce(all(BY_IDS, JSON.stringify(ids))),
    appointmentsOf(of, limit) {
      const found = new Map<string, KeptAppointment>();
      for (const name of ['locations', 'services', 'users', 'desks'] as const) {
        const ids = of[name] ?? [];
        if (ids.length === 0) continue;
        for (const kept of all(OF[name], JSON.stringify(ids), limit)) found.set(kept.appointment.id, kept);
      }
      return atOnce([...found.values()].slice(0, limit));
    },
    everyAppointment(after, limit) {
      const { locationId, day, time, id } = after ?? BEGINNING;
      return atOnce(all(EVERY, locationId, day, time, id, limit));
    },
    appointmentsOfCode: (code, alike, limit) => atOnce(all(alike ? BY_ESSENCE : BY_CODE, code, limit)),
    appointmentsOfBirthday: ({ locationId, from, until, birthday, limit }) =>
      atOnce(all(BY_BIRTHDAY, locationId, from, until, birthday, limit)),
    appointmentPlace(input, skip) {
      const place = db.get<AppointmentPlace>(PLACE, ...within(input, null), skip);
      return atOnce(place === undefined ? null : { ...place });
    },
    appointmentsBefore(input, before) {
      const { state, text, services, limit } = input;
      const filter = [state, state, text, text, JSON.stringify(services), limit];
      return atOnce(all(PAGE, ...within(input, before), ...filter));
    },
    lastCodeDay: (locationId) => atOnce(db.get<{ day: string | null }>(LAST_CODE_DAY, locationId)?.day ?? ''),
    lastBirthdayDay: (locationId) => atOnce(db.get<{ day: string | null }>(LAST_BIRTHDAY_DAY, locationId)?.day ?? ''),
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
      atOnce(atMost(limit, due, ({ locationId, bookedBefore }, most) => all(PERSONAL, locationId, bookedBefore, most))),
  };
}
