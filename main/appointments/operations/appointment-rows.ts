import type { Step } from '../../database/effect.ts';
import type { BookedBefore } from '../../personal-data/operations/personal-records.ts';
import type {
  AppointmentPageInput,
  AppointmentPlace,
  AppointmentsOf,
  BirthdayInput,
  KeptAppointment,
} from './appointment-records.ts';

export interface AppointmentRows {
  appointment(id: string): Step<KeptAppointment | null>;
  /** Those of the ids that there are, in no order. */
  appointmentsOfIds(ids: readonly string[]): Step<readonly KeptAppointment[]>;
  /** In no order, at most `limit`. */
  appointmentsOf(of: AppointmentsOf, limit: number): Step<readonly KeptAppointment[]>;
  /** Of all locations, in a fixed order; `after` the location and the place where the last ones ended. */
  everyAppointment(
    after: (AppointmentPlace & { readonly locationId: string }) | null,
    limit: number,
  ): Step<readonly KeptAppointment[]>;
  /** Booked ones, the latest first. */
  appointmentsOfCode(code: string, alike: boolean, limit: number): Step<readonly KeptAppointment[]>;
  appointmentsOfBirthday(input: BirthdayInput): Step<readonly KeptAppointment[]>;
  /** The row that stands so many places behind `after`; null when there are not so many. */
  appointmentPlace(input: AppointmentPageInput, skip: number): Step<AppointmentPlace | null>;
  /** Those of the page that are before that place, or are it; `before` null: all. */
  appointmentsBefore(input: AppointmentPageInput, before: AppointmentPlace | null): Step<readonly KeptAppointment[]>;
  lastCodeDay(locationId: string): Step<string>;
  lastBirthdayDay(locationId: string): Step<string>;
  putAppointments(appointments: readonly KeptAppointment[]): Step<void>;
  removeAppointments(appointments: readonly KeptAppointment[]): Step<void>;
  /** Those booked for earlier days that still say something of their visitors; the oldest first. */
  personalAppointments(due: readonly BookedBefore[], limit: number): Step<readonly KeptAppointment[]>;
}
