import { atOnce, DONE } from '../../../database/effect.ts';
import { atMost } from '../../../database/sqlite/collect-up-to.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { PersonalAnswerField } from '../../../forms/operations/form-answer-records.ts';
import type { DeskSteps } from '../../../queue/sql/sqlite/desk-steps.ts';
import type { KnownTickets } from '../../../queue/sql/sqlite/known-tickets.ts';
import type { ErasingRows } from '../../operations/erasure-rows.ts';
import { erasedOutcome, type KeptOutcome } from '../erased-outcome.ts';
import { ERASE_TEXTS, IS_PERSONAL } from '../personal-texts.ts';

const DUE_ANSWERS = `SELECT ticket_id AS ticketId, question_id AS questionId FROM form_answer
  WHERE anonymise_at IS NOT NULL AND anonymise_at <= ? ORDER BY anonymise_at LIMIT ?`;
/** Column by field. A new personal one does not compile until it stands here. */
const ANSWER_COLUMN: Readonly<Record<PersonalAnswerField, string>> = { answer: 'answer' };
const ERASE_ANSWERS = `UPDATE form_answer SET ${Object.values(ANSWER_COLUMN)
  .map((column) => `${column} = NULL`)
  .join(', ')}, anonymise_at = NULL
  WHERE ticket_id = ?`;
const ERASE_ANSWER = `${ERASE_ANSWERS} AND question_id = ?`;
const OF_IDS = 'SELECT id FROM ticket WHERE id IN (SELECT value FROM json_each(?))';

const PERSONAL_TICKETS = `SELECT id FROM ticket
  WHERE location_id = ? AND issued_at < ? AND (${IS_PERSONAL})
  ORDER BY issued_at LIMIT ?`;
const ERASE_TICKET = `UPDATE ticket SET ${ERASE_TEXTS} WHERE id = ?`;
/** Answers that are kept to be given again hold the ticket as it was. */
const OUTCOMES = "SELECT key, outcome FROM idempotency WHERE ticket_id = ? AND ticket_id <> ''";
const ERASE_OUTCOME = 'UPDATE idempotency SET outcome = ? WHERE key = ?';

export function erasingRows(db: Db, tickets: KnownTickets, steps: DeskSteps): ErasingRows {
  return {
    dueFormAnswers: (now, limit) => atOnce(db.all(DUE_ANSWERS, now, limit)),
    eraseFormAnswer(ticketId, questionId) {
      db.run(ERASE_ANSWER, ticketId, questionId);
      return DONE;
    },
    personalTickets: (due, limit) =>
      atOnce(
        atMost(limit, due, ({ locationId, issuedBefore }, most) =>
          db.all<{ id: string }>(PERSONAL_TICKETS, locationId, issuedBefore, most),
        ).map(({ id }) => id),
      ),
    ticketsToErase: (ids) => atOnce(db.all<{ id: string }>(OF_IDS, JSON.stringify(ids)).map(({ id }) => id)),
    eraseFormAnswersOf: (ticketId) => atOnce(db.run(ERASE_ANSWERS, ticketId)),
    eraseTicket(id) {
      db.run(ERASE_TICKET, id);
      for (const kept of db.all<KeptOutcome>(OUTCOMES, id)) db.run(ERASE_OUTCOME, erasedOutcome(kept), kept.key);
      tickets.forget(id);
      steps.forgetStepsOf([id]);
      return DONE;
    },
  };
}
