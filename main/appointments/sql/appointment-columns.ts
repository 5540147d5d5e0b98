/** Columns of the appointment table. */

import { foldText } from '../../lib/fold-text.ts';
import { essenceOf } from '../../lib/typed-code.ts';
import { PERSONAL_APPOINTMENT_FIELDS } from '../contract/appointment-privacy.ts';
import type { AppointmentPlace, KeptAppointment } from '../operations/appointment-records.ts';

export interface AppointmentRow {
  readonly location_id: string;
  readonly day: string;
  readonly time: string;
  readonly id: string;
  readonly service_id: string;
  /** 1: the appointment names its location itself; 0: it uses the location of its service. */
  readonly names_location: number;
  readonly client_name: string;
  readonly lang: string;
  readonly code: string;
  /** Code without case, spaces and punctuation, for typed codes. */
  readonly code_essence: string;
  readonly state: number;
  readonly user_id: string;
  readonly desk_id: string;
  readonly app_display_name: string;
  readonly birthday: string;
  readonly reference: string;
  /** Folded text for searches. */
  readonly search: string;
  /** 1: contains personal data, which must be erased after the retention time. */
  readonly personal: number;
}

export function appointmentRow({ locationId, appointment }: KeptAppointment): AppointmentRow {
  const { client_name, code, app_displayname, birthday, reference, id } = appointment;
  const { day, time } = placeOf(appointment);
  return {
    location_id: locationId,
    day,
    time,
    id,
    service_id: appointment.service,
    names_location: appointment.location === '' ? 0 : 1,
    client_name,
    lang: appointment.lang,
    code,
    code_essence: essenceOf(code),
    state: appointment.state,
    user_id: appointment.user,
    desk_id: appointment.desk,
    app_display_name: app_displayname,
    birthday,
    reference,
    search: foldText([client_name, code, app_displayname, reference, id].join(' ')),
    personal: PERSONAL_APPOINTMENT_FIELDS.some((field) => appointment[field] !== '') ? 1 : 0,
  };
}

export function keptAppointment(row: AppointmentRow): KeptAppointment {
  return {
    locationId: row.location_id,
    appointment: {
      id: row.id,
      service: row.service_id,
      location: row.names_location === 1 ? row.location_id : '',
      scheduled_to: `${row.day} ${row.time}`,
      client_name: row.client_name,
      lang: row.lang,
      code: row.code,
      state: row.state,
      user: row.user_id,
      desk: row.desk_id,
      app_displayname: row.app_display_name,
      birthday: row.birthday,
      reference: row.reference,
    },
  };
}

export function placeOf({ scheduled_to, id }: KeptAppointment['appointment']): AppointmentPlace {
  return { day: scheduled_to.slice(0, 10), time: scheduled_to.slice(11), id };
}
