/** What belongs to one visit: the appointment that was checked in, and what the visitor was asked. */

import type { AppointmentAt, VisitTicket } from '../../../appointments/operations/appointment-records.ts';
import type { VisitRows } from '../../../appointments/operations/visit-rows.ts';
import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { JoinedAnswers } from '../../../queue/rules/find-tickets.ts';
import { STALE } from '../../../queue/sql/sqlite/tickets.ts';
import type { FormStage } from '../../contract/form-constants.ts';
import { formAnswersOf, type StoredAnswerRow } from '../stored-answers.ts';

interface FormAnswerRow {
  readonly question_id: string;
  readonly form_id: string;
  readonly stage: FormStage;
  readonly place: number;
  readonly question: string;
  readonly visible: number;
  readonly answer: string | null;
  readonly answered_at: number;
  readonly anonymise_at: number | null;
}

/** In the order in which the questions are asked. */
const ANSWERS = `SELECT question_id, form_id, stage, place, question, visible, answer, answered_at, anonymise_at
  FROM form_answer WHERE ticket_id = ?
  ORDER BY CASE stage WHEN 'before' THEN 0 WHEN 'during' THEN 1 ELSE 2 END, form_id, place, question_id`;
/** Tickets of other locations may be among them. */
const TEXTS_SINCE = `SELECT coalesce(group_concat(ticket_id, char(30)), '') AS tickets, coalesce(group_concat(replace(answer, char(30), ' '), char(30)), '') AS texts
  FROM (SELECT ticket_id, answer FROM form_answer CROSS JOIN ticket ON ticket.id = ticket_id
    WHERE ticket_id >= ? AND location_id = ? AND visible = 1 AND answer IS NOT NULL
    AND question_id NOT IN (SELECT value FROM json_each(?)) ORDER BY ticket_id DESC, question_id DESC LIMIT ?)`;
const PUT_ANSWER = `INSERT OR REPLACE INTO form_answer
  (ticket_id, question_id, form_id, stage, place, question, visible, answer, answered_at, anonymise_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const CHECKED_IN = 'SELECT 1 FROM check_in WHERE appointment_id = ? AND booked_at = ?';
/** Whether it has ended with a call: looked for among the calls between its issue and its end. */
const SERVED = `ticket.state = 5 AND EXISTS (SELECT 1 FROM answer WHERE location_id = ticket.location_id
  AND called_at BETWEEN ticket.issued_at AND ticket.changed_at AND ticket_id = ticket.id AND state = 5)`;
const VISITS = `SELECT appointment_id AS id, booked_at AS bookedAt, label, CASE WHEN ${STALE} THEN 5 ELSE state END AS state, ${SERVED} AS served
  FROM check_in JOIN ticket ON ticket.id = check_in.ticket_id
  WHERE appointment_id IN (SELECT value FROM json_each(?)) AND location_id = ?`;
const CHECK_IN = 'INSERT INTO check_in (appointment_id, booked_at, ticket_id) VALUES (?, ?, ?)';
const NO_CHECK_IN = 'DELETE FROM check_in WHERE ticket_id = ?';

export function visitRows(db: Db): VisitRows {
  return {
    isCheckedIn: ({ id, bookedAt }) => atOnce(db.get(CHECKED_IN, id, bookedAt) !== undefined),
    visitTickets(locationId, appointments) {
      const rows = db.all<AppointmentAt & VisitTicket>(VISITS, JSON.stringify(appointments), locationId);
      return atOnce(rows.map((row) => ({ ...row, served: Boolean(row.served) })));
    },
    putCheckIn({ id, bookedAt }, ticketId) {
      db.run(CHECK_IN, id, bookedAt, ticketId);
      return DONE;
    },
    dropCheckIn(ticketId) {
      db.run(NO_CHECK_IN, ticketId);
      return DONE;
    },
    formAnswers: (ticketId) => atOnce(formAnswersOf(ticketId, db.all<FormAnswerRow>(ANSWERS, ticketId).map(answerRow))),
    answerTextsSince(locationId, since, hidden, limit) {
      const first = firstUuidAt(Math.max(0, since - CLOCK_MARGIN_MS));
      return atOnce(
        db.get<JoinedAnswers>(TEXTS_SINCE, first, locationId, JSON.stringify(hidden), limit) ?? {
          tickets: '',
          texts: '',
        },
      );
    },
    putFormAnswers(ticketId, answers, now) {
      for (const { questionId, formId, stage, place, question, visible, answer, anonymiseAt } of answers) {
        const text = JSON.stringify(answer);
        db.run(
          PUT_ANSWER,
          ticketId,
          questionId,
          formId,
          stage,
          place,
          question,
          visible ? 1 : 0,
          text,
          now,
          anonymiseAt,
        );
      }
      return DONE;
    },
    removeFormAnswers(ticketId, questionIds) {
      for (const questionId of questionIds) {
        db.run('DELETE FROM form_answer WHERE ticket_id = ? AND question_id = ?', ticketId, questionId);
      }
      return DONE;
    },
  };
}

function answerRow(row: FormAnswerRow): StoredAnswerRow {
  return {
    questionId: row.question_id,
    formId: row.form_id,
    stage: row.stage,
    place: row.place,
    question: row.question,
    visible: row.visible === 1,
    answer: row.answer,
    answeredAt: row.answered_at,
    anonymiseAt: row.anonymise_at,
  };
}
