/** SQL for the erasure of personal data. */
import type { Effect, Effects } from '../../database/effect.ts';
import { statement } from '../../database/postgres/statement.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isNumber, isRecordOf, isShaped, readKept } from '../../database/stored-json.ts';
import type { PersonalAnswerField } from '../../forms/operations/form-answer-records.ts';
import { FLAG, NO_VISITOR } from '../../queue/contract/records.ts';
import type { ErasingRows } from '../operations/personal-rows.ts';
import { ERASE_TEXTS, IS_PERSONAL } from './personal.ts';

const DUE_ANSWERS = sql(
  'due-form-answers',
  ({
    inPostgres,
  }) => `SELECT ${inPostgres('location_id AS "locationId", ')}ticket_id AS "id", question_id AS "questionId"
  FROM form_answer WHERE anonymise_at IS NOT NULL AND anonymise_at <= $1 ORDER BY anonymise_at LIMIT $2`,
);
/** Column by field. A new personal field does not compile until it is listed here. */
const ANSWER_COLUMN: Readonly<Record<PersonalAnswerField, string>> = { answer: 'answer' };
const ERASE = `UPDATE form_answer SET ${Object.values(ANSWER_COLUMN)
  .map((column) => `${column} = NULL`)
  .join(', ')}, anonymise_at = NULL`;
const ERASE_ANSWERS = sql(
  'erase-form-answers',
  ({ inPostgres }) => `${ERASE} WHERE ${inPostgres('location_id = $1 AND ')}ticket_id = $2`,
);
const ERASE_ANSWER = sql(
  'erase-form-answer',
  ({ inPostgres }) => `${ERASE} WHERE ${inPostgres('location_id = $1 AND ')}ticket_id = $2 AND question_id = $3`,
);
const OF_IDS = sql(
  'tickets-to-erase',
  ({ isIn }) => `SELECT id, location_id AS "locationId" FROM ticket WHERE ${isIn('id', 1)}`,
);
/** For each location of the list, by the index of tickets with personal data. */
const PERSONAL_TICKETS = sql(
  'personal-tickets',
  ({ keys, indexedBy }) => `SELECT ticket.id, ticket.location_id AS "locationId"
  FROM ${keys({ location_id: 'text', until: 'integer' })} CROSS JOIN ticket ${indexedBy('ticket_personal')}
  WHERE ticket.location_id = r.location_id AND issued_at < r.until AND (${IS_PERSONAL}) LIMIT $2`,
);
const ERASE_TICKET = sql(
  'erase-ticket',
  ({ inPostgres }) => `UPDATE ticket SET ${ERASE_TEXTS} WHERE ${inPostgres('location_id = $1 AND ')}id = $2`,
);
/** Stored outcomes contain the ticket as it was. */
const OUTCOMES = sql(
  'outcomes-of-tickets',
  ({ keys, inPostgres }) => `SELECT kept.ticket_id AS "ticketId", key, outcome
  FROM ${keys({ location_id: 'text', ticket_id: 'text' })} JOIN idempotency AS kept
    ON ${inPostgres('kept.location_id = r.location_id AND ')}kept.ticket_id = r.ticket_id AND kept.ticket_id <> ''`,
);
const ERASE_OUTCOME = sql(
  'erase-outcome',
  ({ inPostgres }) => `UPDATE idempotency SET outcome = $3 WHERE ${inPostgres('location_id = $1 AND ')}key = $2`,
);
/** Locks out operations on these tickets: each holds its location's lock. */
const LOCK = statement(
  'lock-locations-to-erase',
  'SELECT 1 FROM location_queue WHERE location_id = ANY ($1) ORDER BY location_id FOR UPDATE',
);

interface OutcomeOfTicket extends KeptOutcome {
  readonly ticketId: string;
}

interface LocatedTicket {
  readonly id: string;
  /** Absent for form answers in SQLite. */
  readonly locationId?: string;
}

/** @param forgetTickets drops cached tickets, and undo steps with them */
export function erasingRows(
  db: SqlRunner,
  forgetTickets: (locationId: string, ids: readonly string[]) => Effect<void>,
): ErasingRows {
  /** Location by ticket, from the last search. */
  const locationOf = new Map<string, string>();
  /** Outcomes by ticket, of all tickets to erase: read with the first one. */
  let outcomes: Map<string, OutcomeOfTicket[]> | null = null;

  function note(found: readonly LocatedTicket[]): void {
    locationOf.clear();
    outcomes = null;
    for (const { id, locationId = '' } of found) locationOf.set(id, locationId);
  }

  function* held(found: readonly LocatedTicket[]): Effects<readonly string[]> {
    note(found);
    if (found.length > 0) yield* db.lock(LOCK, [...new Set(locationOf.values())]);
    return found.map(({ id }) => id);
  }

  function* outcomesOf(id: string): Effects<readonly OutcomeOfTicket[]> {
    if (outcomes === null) {
      const tickets = [...locationOf].map(([ticket_id, location_id]) => ({ location_id, ticket_id }));
      const rows = yield* db.all<OutcomeOfTicket>(OUTCOMES, db.json(tickets));
      outcomes = Map.groupBy(rows, ({ ticketId }) => ticketId);
    }
    return outcomes.get(id) ?? [];
  }

  const at = (id: string): string => locationOf.get(id) ?? '';

  return {
    *dueFormAnswers(now, limit) {
      const due = yield* db.all<LocatedTicket & { readonly questionId: string }>(DUE_ANSWERS, now, limit);
      note(due);
      return due.map(({ id, questionId }) => ({ ticketId: id, questionId }));
    },
    eraseFormAnswer: (ticketId, questionId) => db.run(ERASE_ANSWER, at(ticketId), ticketId, questionId),
    *personalTickets(wanted, limit) {
      const places = wanted.map(({ locationId, issuedBefore }) => ({ location_id: locationId, until: issuedBefore }));
      return yield* held(yield* db.all<LocatedTicket>(PERSONAL_TICKETS, db.json(places), limit));
    },
    *ticketsToErase(ids) {
      return yield* held(yield* db.all<LocatedTicket>(OF_IDS, ids));
    },
    eraseFormAnswersOf: (ticketId) => db.change(ERASE_ANSWERS, at(ticketId), ticketId),
    *eraseTicket(id) {
      yield* db.send(ERASE_TICKET, at(id), id);
      for (const kept of yield* outcomesOf(id)) yield* db.send(ERASE_OUTCOME, at(id), kept.key, erasedOutcome(kept));
      yield* forgetTickets(at(id), [id]);
    },
  };
}

interface KeptOutcome {
  readonly key: string;
  /** JSON. */
  readonly outcome: string;
}

interface WithTicket {
  readonly value: { readonly ticket: Readonly<Record<string, unknown>> & { readonly flags: number } };
}

const hasTicket = isShaped<WithTicket>({
  value: isShaped<WithTicket['value']>({
    ticket: (value) => isRecordOf(() => true)(value) && isShaped<{ flags: number }>({ flags: isNumber })(value),
  }),
});

/**
 * Empty for a damaged outcome, which could contain the visitor's name: a repeated request then gets 120 and is not
 * executed again.
 */
function erasedOutcome({ key, outcome: text }: KeptOutcome): string {
  const read = readKept<WithTicket>(text, hasTicket, { table: 'idempotency', id: key });
  if (read === null) return '';
  const { ticket } = read.value;
  // A device other than a card is not personal.
  const { deviceId: _, ...always } = NO_VISITOR;
  const erased = (ticket.flags & FLAG.card) === 0 ? always : NO_VISITOR;
  return JSON.stringify({ ...read, value: { ...read.value, ticket: { ...ticket, ...erased } } });
}
