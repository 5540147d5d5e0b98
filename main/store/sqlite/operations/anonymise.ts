import type { PersonalField } from '../../../contract/queue.ts';
import { ok, type Result } from '../../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../../store.ts';
import { sweepOutcomes } from '../idempotency.ts';
import type { Transaction } from '../transaction.ts';

const DUE_ANSWERS = `SELECT ticket_id, question_id FROM form_answer
  WHERE anonymise_at IS NOT NULL AND anonymise_at <= ? ORDER BY anonymise_at LIMIT ?`;
/** That a question was answered stays known. */
const ERASE_ANSWER = `UPDATE form_answer SET answer = NULL, anonymise_at = NULL
  WHERE ticket_id = ? AND question_id = ?`;

const COLUMNS: Readonly<Record<PersonalField, string>> = {
  clientName: 'client_name',
  customField: 'custom_field',
  note: 'note',
  appDisplayName: 'app_display_name',
};
const columns = Object.values(COLUMNS);

const PERSONAL_TICKETS = `SELECT id FROM ticket
  WHERE location_id = ? AND issued_at < ? AND (${columns.map((column) => `${column} <> ''`).join(' OR ')})
  ORDER BY issued_at LIMIT ?`;
const ERASE_TICKET = `UPDATE ticket SET ${columns.map((column) => `${column} = ''`).join(', ')} WHERE id = ?`;
/** Answers that are kept to be given again hold the ticket as it was. */
const ERASE_OUTCOMES = `UPDATE idempotency SET outcome = json_set(outcome,
  ${Object.keys(COLUMNS)
    .map((field) => `'$.value.ticket.${field}', ''`)
    .join(', ')})
  WHERE ticket_id = ? AND ticket_id <> ''`;

/** Erases a part of what is due, so that nobody waits long behind it; says whether there may be more. */
export function anonymise(
  { db, now }: Transaction,
  { limit, tickets }: QueueOperations['anonymise']['input'],
): Result<QueueOperations['anonymise']['output'], QueueFault> {
  const answers = db.all<{ ticket_id: string; question_id: string }>(DUE_ANSWERS, now, limit);
  for (const { ticket_id, question_id } of answers) db.run(ERASE_ANSWER, ticket_id, question_id);
  let erased = 0;
  for (const { locationId, issuedBefore } of tickets) {
    const due = db.all<{ id: string }>(PERSONAL_TICKETS, locationId, issuedBefore, limit - erased);
    for (const { id } of due) {
      db.run(ERASE_TICKET, id);
      db.run(ERASE_OUTCOMES, id);
    }
    erased += due.length;
    if (erased === limit) break;
  }
  const moreOutcomes = sweepOutcomes(db, now);
  return ok({
    answers: answers.length,
    tickets: erased,
    more: answers.length === limit || erased === limit || moreOutcomes,
  });
}
