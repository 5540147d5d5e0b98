/**
 * Privacy class of each appointment field.
 *
 * Erased when its time is over, and never in the change log.
 */
import type { Appointment } from '../../site/contract/site.ts';

/** Of every field: a new one does not compile until it stands here. What can be erased is a text. */
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

/** An appointment of nobody. */
const NOBODY = {
  client_name: '',
  code: '',
  app_displayname: '',
  birthday: '',
  reference: '',
} as const satisfies Readonly<Record<PersonalAppointmentField, ''>>;

export const PERSONAL_APPOINTMENT_FIELDS = Object.keys(NOBODY) as readonly PersonalAppointmentField[];

/** The appointment without anything of its visitor. */
export function withoutVisitor(appointment: Appointment): Appointment {
  return { ...appointment, ...NOBODY };
}
