import type { Step } from '../../database/effect.ts';
import type { FormAnswerInput, FormAnswerRecord } from '../../forms/operations/form-answer-records.ts';
import type { JoinedAnswers } from '../../queue/rules/find-tickets.ts';
import type { AppointmentAt, VisitTicket } from './appointment-records.ts';

export interface VisitRows {
  /** Answers for the location's newest tickets issued since, as far as staff may see them, but for `hidden` questions: JSON lists. */
  answerTextsSince(locationId: string, since: number, hidden: readonly string[], limit: number): Step<JoinedAnswers>;
  isCheckedIn(appointment: AppointmentAt): Step<boolean>;
  /** Of these appointments those that were checked in there, one for each time that they were booked for. */
  visitTickets(locationId: string, appointments: readonly string[]): Step<readonly (AppointmentAt & VisitTicket)[]>;
  putCheckIn(appointment: AppointmentAt, ticketId: string): Step<void>;
  /** As if the visitor with this ticket had not checked in. */
  dropCheckIn(ticketId: string): Step<void>;
  formAnswers(ticketId: string): Step<readonly FormAnswerRecord[]>;
  putFormAnswers(ticketId: string, answers: readonly FormAnswerInput[], now: number): Step<void>;
  removeFormAnswers(ticketId: string, questionIds: readonly string[]): Step<void>;
}
