/** What belongs to one visit: the appointment that was checked in, and what the visitor was asked. */

import type { AppointmentAt, VisitTicket } from '../../../appointments/operations/appointment-records.ts';
import type { VisitRows } from '../../../appointments/operations/visit-rows.ts';
import { DONE } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { insertOfMany, type RowColumns, selected, statement } from '../../../database/postgres/statement.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import type { JoinedAnswers } from '../../../queue/rules/find-tickets.ts';
import { STALE } from '../../../queue/sql/postgres/ticket-row.ts';
import { formAnswersOf, type StoredAnswerRow } from '../stored-answers.ts';

/** In the order in which the questions are asked. */
const ANSWERS = statement(
  'form-answers',
  `SELECT ${selected({
    questionId: 'question_id',
    formId: 'form_id',
    stage: 'stage',
    place: 'place',
    question: 'question',
    visible: 'visible',
    answer: 'answer',
    answeredAt: 'answered_at',
    anonymiseAt: 'anonymise_at',
  })} FROM form_answer WHERE location_id = $1 AND ticket_id = $2
  ORDER BY CASE stage WHEN 'before' THEN 0 WHEN 'during' THEN 1 ELSE 2 END, form_id, place, question_id`,
);
const TEXTS_SINCE = statement(
  'answer-texts-since',
  // Both in the order of the inner query.
  `SELECT coalesce(string_agg(ticket_id, chr(30)), '') AS tickets, coalesce(string_agg(words, chr(30)), '') AS texts FROM (
    SELECT ticket_id, replace(answer, chr(30), ' ') AS words FROM form_answer
    WHERE location_id = $1 AND ticket_id >= $2 AND visible AND answer IS NOT NULL AND question_id <> ALL($3::text[])
    ORDER BY ticket_id DESC, question_id DESC LIMIT $4) AS said`,
);
const TYPES = {
  ticket_id: 'text',
  question_id: 'text',
  form_id: 'text',
  stage: 'text',
  place: 'integer',
  question: 'text',
  visible: 'boolean',
  answer: 'text',
  answered_at: 'bigint',
  anonymise_at: 'bigint',
};
const PUT_ANSWERS = insertOfMany(
  'put-form-answers',
  'form_answer',
  TYPES,
  `ON CONFLICT (location_id, ticket_id, question_id) DO UPDATE SET ${Object.keys(TYPES)
    .slice(2)
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`,
);
const REMOVE_ANSWERS = statement(
  'remove-form-answers',
  'DELETE FROM form_answer WHERE location_id = $1 AND ticket_id = $2 AND question_id = ANY ($3)',
);
const CHECKED_IN = statement('checked-in', 'SELECT 1 FROM check_in WHERE appointment_id = $1 AND booked_at = $2');
/** Served: it has ended with a call, which is looked for among those between its issue and its end. */
const VISITS = statement(
  'visits',
  `SELECT appointment_id AS id, booked_at AS "bookedAt", label, CASE WHEN ${STALE} THEN 5 ELSE ticket.state END AS state,
    CASE WHEN ticket.state = 5 THEN EXISTS (SELECT 1 FROM answer WHERE answer.location_id = ticket.location_id
      AND called_at BETWEEN ticket.issued_at AND ticket.changed_at AND ticket_id = ticket.id AND answer.state = 5) ELSE false END AS served
  FROM check_in JOIN ticket ON ticket.location_id = check_in.location_id AND ticket.id = check_in.ticket_id
  WHERE check_in.location_id = $1 AND appointment_id = ANY ($2)`,
);
const CHECK_IN = statement(
  'check-in',
  'INSERT INTO check_in (location_id, appointment_id, booked_at, ticket_id) VALUES ($1, $2, $3, $4)',
);
const NO_CHECK_IN = statement('no-check-in', 'DELETE FROM check_in WHERE location_id = $1 AND ticket_id = $2');

export function visitRows(session: DatabaseSession): VisitRows {
  const { locationId } = session;
  /** By ticket and question. */
  const puts = new Map<string, RowColumns>();

  session.onFlush(() => {
    for (const row of puts.values()) session.put(PUT_ANSWERS, row);
    puts.clear();
  });

  return {
    *isCheckedIn({ id, bookedAt }) {
      return (yield* session.ask(CHECKED_IN, [id, bookedAt])).length > 0;
    },
    visitTickets: (of, appointments) => session.ask<AppointmentAt & VisitTicket>(VISITS, [of, appointments]),
    *putCheckIn({ id, bookedAt }, ticketId) {
      yield* session.change(CHECK_IN, [locationId, id, bookedAt, ticketId]);
    },
    *dropCheckIn(ticketId) {
      yield* session.change(NO_CHECK_IN, [locationId, ticketId]);
    },
    *answerTextsSince(of, since, hidden, limit) {
      const first = firstUuidAt(Math.max(0, since - CLOCK_MARGIN_MS));
      const [all = { tickets: '', texts: '' }] = yield* session.ask<JoinedAnswers>(TEXTS_SINCE, [
        of,
        first,
        hidden,
        limit,
      ]);
      return all;
    },
    *formAnswers(ticketId) {
      return formAnswersOf(ticketId, yield* session.ask<StoredAnswerRow>(ANSWERS, [locationId, ticketId]));
    },
    putFormAnswers(ticketId, answers, now) {
      // The last answer to a question counts.
      for (const each of answers) {
        puts.set(JSON.stringify([ticketId, each.questionId]), {
          ticket_id: ticketId,
          question_id: each.questionId,
          form_id: each.formId,
          stage: each.stage,
          place: each.place,
          question: each.question,
          visible: each.visible,
          answer: JSON.stringify(each.answer),
          answered_at: now,
          anonymise_at: each.anonymiseAt,
        });
      }
      return DONE;
    },
    *removeFormAnswers(ticketId, questionIds) {
      if (questionIds.length > 0) yield* session.change(REMOVE_ANSWERS, [locationId, ticketId, questionIds]);
    },
  };
}
