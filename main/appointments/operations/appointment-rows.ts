/** Row functions of appointments and visits. */
import type { Effect } from '../../database/effect.ts';
import type { FormAnswerInput, FormAnswerRecord } from '../../forms/operations/form-answer-records.ts';
import type { BookedBefore } from '../../personal-data/operations/personal-records.ts';
import type { JoinedAnswers } from '../../queue/rules/find-tickets.ts';
import type {
  AppointmentAt,
  AppointmentPageInput,
  AppointmentPlace,
  AppointmentsOf,
  BirthdayInput,
  KeptAppointment,
  VisitTicket,
} from './appointment-records.ts';

export interface AppointmentRows {
  appointment(id: string): Effect<KeptAppointment | null>;
  /** Appointments with these ids, in no order. Unknown ids are left out. */
  appointmentsOfIds(ids: readonly string[]): Effect<readonly KeptAppointment[]>;
  /** Unordered, at most `limit`. */
  appointmentsOf(of: AppointmentsOf, limit: number): Effect<readonly KeptAppointment[]>;
  /** All locations, in a fixed order; `after` is the position of the last appointment read. */
  everyAppointment(
    after: (AppointmentPlace & { readonly locationId: string }) | null,
    limit: number,
  ): Effect<readonly KeptAppointment[]>;
  /** Not cancelled, latest first. */
  appointmentsOfCode(code: string, alike: boolean, limit: number): Effect<readonly KeptAppointment[]>;
  appointmentsOfBirthday(input: BirthdayInput): Effect<readonly KeptAppointment[]>;
  /** Position of the row that is `skip` rows after `after`; null when there are fewer rows. */
  appointmentPlace(input: AppointmentPageInput, skip: number): Effect<AppointmentPlace | null>;
  /** Rows of the page up to and including `before`; null: all. */
  appointmentsBefore(input: AppointmentPageInput, before: AppointmentPlace | null): Effect<readonly KeptAppointment[]>;
  lastCodeDay(locationId: string): Effect<string>;
  lastBirthdayDay(locationId: string): Effect<string>;
  putAppointments(appointments: readonly KeptAppointment[]): Effect<void>;
  removeAppointments(appointments: readonly KeptAppointment[]): Effect<void>;
  /** Appointments of earlier days with personal data, oldest first. */
  personalAppointments(due: readonly BookedBefore[], limit: number): Effect<readonly KeptAppointment[]>;
}

export interface VisitRows {
  /**
   * Form answers of the location's newest tickets since then, with the fields visible to staff, without `hidden`
   * questions: JSON lists.
   */
  answerTextsSince(locationId: string, since: number, hidden: readonly string[], limit: number): Effect<JoinedAnswers>;
  isCheckedIn(appointment: AppointmentAt): Effect<boolean>;
  /** Tickets of these appointments at the location, one per booked time. */
  visitTickets(locationId: string, appointments: readonly string[]): Effect<readonly (AppointmentAt & VisitTicket)[]>;
  putCheckIn(appointment: AppointmentAt, ticketId: string): Effect<void>;
  /** Undoes the check-in of this ticket. */
  dropCheckIn(ticketId: string): Effect<void>;
  formAnswers(ticketId: string): Effect<readonly FormAnswerRecord[]>;
  putFormAnswers(ticketId: string, answers: readonly FormAnswerInput[], now: number): Effect<void>;
  removeFormAnswers(ticketId: string, questionIds: readonly string[]): Effect<void>;
}
