import type { Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import type { PersonalAnswerField } from '../../../forms/operations/form-answer-records.ts';
import { FORGET_STEPS } from '../../../queue/sql/postgres/desk-steps.ts';
import type { ErasingRows } from '../../operations/erasure-rows.ts';
import { erasedOutcome, type KeptOutcome } from '../erased-outcome.ts';
import { ERASE_TEXTS, IS_PERSONAL } from '../personal-texts.ts';

const DUE_ANSWERS = statement(
  'due-form-answers',
  `SELECT location_id AS "locationId", ticket_id AS "ticketId", question_id AS "questionId" FROM form_answer
  WHERE anonymise_at IS NOT NULL AND anonymise_at <= $1 ORDER BY anonymise_at LIMIT $2`,
);
/** Column by field. A new personal one does not compile until it stands here. */
const ANSWER_COLUMN: Readonly<Record<PersonalAnswerField, string>> = { answer: 'answer' };
const OF_TICKET = `UPDATE form_answer SET ${Object.values(ANSWER_COLUMN)
  .map((column) => `${column} = NULL`)
  .join(', ')}, anonymise_at = NULL
  WHERE location_id = $1 AND ticket_id = $2`;
const ERASE_ANSWERS = statement('erase-form-answers', OF_TICKET);
const ERASE_ANSWER = statement('erase-form-answer', `${OF_TICKET} AND question_id = $3`);

const OF_IDS = statement('tickets-to-erase', 'SELECT id, location_id AS "locationId" FROM ticket WHERE id = ANY ($1)');
const PERSONAL_TICKETS = statement(
  'personal-tickets',
  `SELECT due.* FROM unnest($1::text[], $2::bigint[]) AS place (location_id, until) CROSS JOIN LATERAL
  (SELECT location_id AS "locationId", id FROM ticket WHERE location_id = place.location_id AND issued_at < place.until
  AND (${IS_PERSONAL})
  ORDER BY issued_at LIMIT $3) AS due LIMIT $3`,
);
const ERASE_TICKETS = statement('erase-ticket', `UPDATE ticket SET ${ERASE_TEXTS} WHERE location_id = $1 AND id = $2`);
/** Answers that are kept to be given again hold the ticket as it was. */
const OUTCOMES = statement(
  'outcomes-of-tickets',
  `SELECT kept.ticket_id AS "ticketId", key, outcome
  FROM unnest($1::text[], $2::text[]) AS erased (location_id, ticket_id) JOIN idempotency AS kept
    ON kept.location_id = erased.location_id AND kept.ticket_id = erased.ticket_id AND kept.ticket_id <> ''`,
);
const ERASE_OUTCOME = statement(
  'erase-outcome',
  'UPDATE idempotency SET outcome = $3 WHERE location_id = $1 AND key = $2',
);
/** Nobody writes what is just being erased: an operation that has read a ticket holds its location. */
const LOCK = statement(
  'lock-locations-to-erase',
  'SELECT 1 FROM location_queue WHERE location_id = ANY ($1) ORDER BY location_id FOR UPDATE',
);

interface OutcomeOfTicket extends KeptOutcome {
  readonly ticketId: string;
}

export function erasingRows(session: DatabaseSession): ErasingRows {
  const locationOf = new Map<string, string>();
  /** By ticket, of all that are erased together: read with the first. */
  let outcomes: Map<string, OutcomeOfTicket[]> | null = null;

  function* outcomesOf(id: string): Effects<readonly OutcomeOfTicket[]> {
    if (outcomes === null) {
      const rows = yield* session.ask<OutcomeOfTicket>(OUTCOMES, [[...locationOf.values()], [...locationOf.keys()]]);
      outcomes = Map.groupBy(rows, ({ ticketId }) => ticketId);
    }
    return outcomes.get(id) ?? [];
  }
  return {
    *dueFormAnswers(now, limit) {
      const due = yield* session.ask<{ locationId: string; ticketId: string; questionId: string }>(DUE_ANSWERS, [
        now,
        limit,
      ]);
      for (const { ticketId, locationId } of due) locationOf.set(ticketId, locationId);
      return due.map(({ ticketId, questionId }) => ({ ticketId, questionId }));
    },
    *eraseFormAnswer(ticketId, questionId) {
      yield* session.change(ERASE_ANSWER, [locationOf.get(ticketId) ?? '', ticketId, questionId]);
    },
    *personalTickets(wanted, limit) {
      const due = yield* session.ask<{ id: string; locationId: string }>(PERSONAL_TICKETS, [
        wanted.map(({ locationId }) => locationId),
        wanted.map(({ issuedBefore }) => issuedBefore),
        limit,
      ]);
      if (due.length > 0) yield* session.ask(LOCK, [[...new Set(due.map(({ locationId }) => locationId))]]);
      for (const { id, locationId } of due) locationOf.set(id, locationId);
      return due.map(({ id }) => id);
    },
    *ticketsToErase(ids) {
      const found = yield* session.ask<{ id: string; locationId: string }>(OF_IDS, [ids]);
      if (found.length > 0) yield* session.ask(LOCK, [[...new Set(found.map(({ locationId }) => locationId))]]);
      for (const { id, locationId } of found) locationOf.set(id, locationId);
      return found.map(({ id }) => id);
    },
    *eraseFormAnswersOf(ticketId) {
      return yield* session.change(ERASE_ANSWERS, [locationOf.get(ticketId) ?? '', ticketId]);
    },
    *eraseTicket(id) {
      const locationId = locationOf.get(id) ?? '';
      session.send(ERASE_TICKETS, [locationId, id]);
      for (const kept of yield* outcomesOf(id)) {
        session.send(ERASE_OUTCOME, [locationId, kept.key, erasedOutcome(kept)]);
      }
      session.send(FORGET_STEPS, [locationId, [id]]);
    },
  };
}
