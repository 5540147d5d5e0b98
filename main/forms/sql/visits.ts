/** SQL for the records of one visit: check-ins and form answers. */

import type { AppointmentAt, VisitTicket } from '../../appointments/operations/appointment-records.ts';
import type { VisitRows } from '../../appointments/operations/appointment-rows.ts';
import { DONE } from '../../database/effect.ts';
import { sql, upsertRows } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isListOf, isText, readKept } from '../../database/stored-json.ts';
import { FORM_ANSWER } from '../../database/tables/queue-tables.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../lib/uuid.ts';
import { CALL_STATE, TICKET_STATE } from '../../queue/contract/records.ts';
import type { JoinedAnswers } from '../../queue/rules/find-tickets.ts';
import { staleTicket } from '../../queue/sql/columns.ts';
import type { FormAnswerRecord } from '../operations/form-answer-records.ts';

const ANSWER = {
  questionId: 'question_id',
  formId: 'form_id',
  stage: 'stage',
  place: 'place',
  question: 'question',
  visible: 'visible',
  answer: 'answer',
  answeredAt: 'answered_at',
  anonymiseAt: 'anonymise_at',
};

/** In the order of the questions. */
const ANSWERS = sql(
  'form-answers',
  ({ select, inPostgres }) => `SELECT ${select(FORM_ANSWER, ANSWER)} FROM form_answer
  WHERE ${inPostgres('location_id = $1 AND ')}ticket_id = $2
  ORDER BY CASE stage WHEN 'before' THEN 0 WHEN 'during' THEN 1 ELSE 2 END, form_id, place, question_id`,
);

const SEPARATOR = { sqlite: 'char(30)', postgres: 'chr(30)' };

/** Both in the order of the inner query. */
const TEXTS_SINCE = sql('answer-texts-since', ({ engine, isIn }) => {
  const separator = SEPARATOR[engine];
  const located = engine === 'sqlite' ? 'CROSS JOIN ticket ON ticket.id = ticket_id' : '';
  return `SELECT coalesce(string_agg(ticket_id, ${separator}), '') AS tickets,
    coalesce(string_agg(words, ${separator}), '') AS texts
  FROM (SELECT ticket_id, replace(answer, ${separator}, ' ') AS words FROM form_answer ${located}
    WHERE location_id = $1 AND ticket_id >= $2 AND visible AND answer IS NOT NULL AND NOT ${isIn('question_id', 3)}
    ORDER BY ticket_id DESC, question_id DESC LIMIT $4) AS said`;
});

const PUT_ANSWERS = sql('put-form-answers', (dialect) =>
  upsertRows(dialect, FORM_ANSWER, Object.keys(FORM_ANSWER.columns)),
);

const REMOVE_ANSWERS = sql(
  'remove-form-answers',
  ({ isIn, inPostgres }) => `DELETE FROM form_answer
  WHERE ${inPostgres('location_id = $1 AND ')}ticket_id = $2 AND ${isIn('question_id', 3)}`,
);

const CHECKED_IN = sql('checked-in', 'SELECT 1 FROM check_in WHERE appointment_id = $1 AND booked_at = $2');

/** Served: it has ended with a call, which must lie between its issue and its end. */
const VISITS = sql(
  'visits',
  ({ engine, flag, isIn, inPostgres }) => `SELECT appointment_id AS id, booked_at AS "bookedAt", label,
    CASE WHEN ${staleTicket(engine)} THEN ${TICKET_STATE.ended} ELSE ticket.state END AS state,
    ${flag(
      `CASE WHEN ticket.state = ${TICKET_STATE.ended} THEN EXISTS (SELECT 1 FROM answer
      WHERE answer.location_id = ticket.location_id AND called_at BETWEEN ticket.issued_at AND ticket.changed_at
        AND ticket_id = ticket.id AND answer.state = ${CALL_STATE.ended}) ELSE false END`,
      'served',
    )}
  FROM check_in JOIN ticket ON ${inPostgres('ticket.location_id = check_in.location_id AND ')}ticket.id = check_in.ticket_id
  WHERE ticket.location_id = $1 AND ${inPostgres('check_in.location_id = $1 AND ')}${isIn('appointment_id', 2)}`,
);

const CHECK_IN = sql(
  'check-in',
  ({ inPostgres }) => `INSERT INTO check_in (${inPostgres('location_id, ')}appointment_id, booked_at, ticket_id)
  VALUES (${inPostgres('$1, ')}$2, $3, $4)`,
);

const NO_CHECK_IN = sql(
  'no-check-in',
  ({ inPostgres }) => `DELETE FROM check_in WHERE ${inPostgres('location_id = $1 AND ')}ticket_id = $2`,
);

/** Answers to a form question; null: unreadable. */
function answerTextsOf(ticketId: string, text: string): readonly string[] | null {
  return readKept<readonly string[]>(text, isListOf(isText), { table: 'form_answer', id: ticketId });
}

/** Raw text of a damaged answer, so that its personal data can still be found and erased. */
export function personalTextsOf(ticketId: string, text: string | null): readonly string[] {
  return text === null ? [] : (answerTextsOf(ticketId, text) ?? [text]);
}

/** A row of an answer: JSON, or null once erased. */
type StoredAnswerRow = Omit<FormAnswerRecord, 'answer'> & { readonly answer: string | null };

/** Readable answers of these rows. A damaged one can be answered again. */
function formAnswersOf(ticketId: string, rows: readonly StoredAnswerRow[]): readonly FormAnswerRecord[] {
  return rows.flatMap(({ answer: text, ...row }) => {
    const answer = text === null ? null : answerTextsOf(ticketId, text);
    return text !== null && answer === null ? [] : [{ ...row, answer }];
  });
}

export function visitRows(db: SqlRunner): VisitRows {
  const { locationId } = db;
  return {
    *isCheckedIn({ id, bookedAt }) {
      return (yield* db.one(CHECKED_IN, id, bookedAt)) !== null;
    },
    visitTickets: (of, appointments) => db.all<AppointmentAt & VisitTicket>(VISITS, of, appointments),
    putCheckIn: ({ id, bookedAt }, ticketId) => db.run(CHECK_IN, locationId, id, bookedAt, ticketId),
    dropCheckIn: (ticketId) => db.run(NO_CHECK_IN, locationId, ticketId),
    *answerTextsSince(of, since, hidden, limit) {
      const first = firstUuidAt(Math.max(0, since - CLOCK_MARGIN_MS));
      return (yield* db.one<JoinedAnswers>(TEXTS_SINCE, of, first, hidden, limit)) ?? { tickets: '', texts: '' };
    },
    *formAnswers(ticketId) {
      return formAnswersOf(ticketId, yield* db.all<StoredAnswerRow>(ANSWERS, locationId, ticketId));
    },
    putFormAnswers(ticketId, answers, now) {
      const rows = answers.map((each) => ({
        location_id: locationId,
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
      }));
      // The last answer to a question wins; one statement cannot write a row twice.
      return db.sendRows(PUT_ANSWERS, [...new Map(rows.map((row) => [row.question_id, row])).values()]);
    },
    removeFormAnswers: (ticketId, questionIds) =>
      questionIds.length === 0 ? DONE : db.run(REMOVE_ANSWERS, locationId, ticketId, questionIds),
  };
}
