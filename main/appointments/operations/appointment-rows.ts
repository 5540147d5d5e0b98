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
  /** Those of the ids that there are, in no order. */
  appointmentsOfIds(ids: readonly string[]): Effect<readonly KeptAppointment[]>;
  /** In no order, at most `limit`. */
  appointmentsOf(of: AppointmentsOf, limit: number): Effect<readonly KeptAppointment[]>;
  /** Of all locations, in a fixed order; `after` the location and the place where the last ones ended. */
  everyAppointment(
    after: (AppointmentPlace & { readonly locationId: string }) | null,
    limit: number,
  ): Effect<readonly KeptAppointment[]>;
  /** Booked ones, the latest first. */
  appointmentsOfCode(code: string, alike: boolean, limit: number): Effect<readonly KeptAppointment[]>;
  appointmentsOfBirthday(input: BirthdayInput): Effect<readonly KeptAppointment[]>;
  /** The row that stands so many places behind `after`; null when there are not so many. */
  appointmentPlace(input: AppointmentPageInput, skip: number): Effect<AppointmentPlace | null>;
  /** Those of the page that are before that place, or are it; `before` null: all. */
  appointmentsBefore(input: AppointmentPageInput, before: AppointmentPlace | null): Effect<readonly KeptAppointment[]>;
  lastCodeDay(locationId: string): Effect<string>;
  lastBirthdayDay(locationId: string): Effect<string>;
  putAppointments(appointments: readonly KeptAppointment[]): Effect<void>;
  removeAppointments(appointments: readonly KeptAppointment[]): Effect<void>;
  /** Those booked for earlier days that still say something of their visitors; the oldest first. */
  personalAppointments(due: readonly BookedBefore[], limit: number): Effect<readonly KeptAppointment[]>;
}

export interface VisitRows {
  /** Answers for the location's newest tickets issued since, as far as staff may see them, but for `hidden` questions: JSON lists. */
  answerTextsSince(locationId: string, since: number, hidden: readonly string[], limit: number): Effect<JoinedAnswers>;
  isCheckedIn(appointment: AppointmentAt): Effect<boolean>;
  /** Of these appointments those that were checked in there, one for each time that they were booked for. */
  visitTickets(locationId: string, appointments: readonly string[]): Effect<readonly (AppointmentAt & VisitTicket)[]>;
  putCheckIn(appointment: AppointmentAt, ticketId: string): Effect<void>;
  /** As if the visitor with this ticket had not checked in. */
  dropCheckIn(ticketId: string): Effect<void>;
  formAnswers(ticketId: string): Effect<readonly FormAnswerRecord[]>;
  putFormAnswers(ticketId: string, answers: readonly FormAnswerInput[], now: number): Effect<void>;
  removeFormAnswers(ticketId: string, questionIds: readonly string[]): Effect<void>;
}
