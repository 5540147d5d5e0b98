import type { Effect } from '../../database/effect.ts';
import type { FormAnswerInput, FormAnswerRecord } from '../../forms/operations/form-answer-records.ts';
import type { JoinedAnswers } from '../../queue/rules/find-tickets.ts';
import type { AppointmentAt, VisitTicket } from './appointment-records.ts';

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
