/**
 * Privacy class of each appointment field.
 *
 * Personal fields are erased after the retention time, and never appear in the audit log.
 */
import type { Appointment } from '../../site/contract/site.ts';

/** Lists every field: a new field compiles only with a class. Only texts can be erased. */
export const APPOINTMENT_PRIVACY = {
  id: 'plain',
  service: 'plain',
  location: 'plain',
  scheduled_to: 'plain',
  client_name: 'visitor',
  lang: 'plain',
  code: 'visitor',
  state: 'plain',
  user: 'plain',
  desk: 'plain',
  app_displayname: 'visitor',
  birthday: 'visitor',
  reference: 'visitor',
} as const satisfies {
  readonly [Field in keyof Appointment]-?: Appointment[Field] extends string ? 'plain' | 'visitor' : 'plain';
};

export type PersonalAppointmentField = {
  [Field in keyof Appointment]: (typeof APPOINTMENT_PRIVACY)[Field] extends 'visitor' ? Field : never;
}[keyof Appointment];

/** Empty values of all personal fields. */
const NOBODY = {
  client_name: '',
  code: '',
  app_displayname: '',
  birthday: '',
  reference: '',
} as const satisfies Readonly<Record<PersonalAppointmentField, ''>>;

export const PERSONAL_APPOINTMENT_FIELDS = Object.keys(NOBODY) as readonly PersonalAppointmentField[];

/** The appointment without personal data. */
export function withoutVisitor(appointment: Appointment): Appointment {
  return { ...appointment, ...NOBODY };
}
