import { BETWEEN_TEXTS, findTickets as find, type TicketTexts } from '../../core/find-tickets.ts';
import type { FoundTicket, QueueQueries } from '../queue.ts';
import type { Rows, TicketWords } from '../rows.ts';
import type { Steps } from '../step.ts';

type Input = QueueQueries['findTickets']['input'];

/** Nobody has so many in a day; the newest of them. */
const MOST_LOOKED_AT = 30_000;

/** Reads little of each ticket of the day, and all of the few that fit. */
export function* findTickets(rows: Rows, input: Input): Steps<QueueQueries['findTickets']['output']> {
  const { locationId, since, text, most, personal } = input;
  const all = yield* rows.ticketTextsSince(locationId, since, MOST_LOOKED_AT);
  const { ids, more } = find(personal ? yield* withAnswers(rows, input, all) : all.map(withoutVisitor), text, most);
  const tickets: FoundTicket[] = [];
  for (const id of ids) {
    const stored = yield* rows.ticket(id);
    if (stored === null) continue;
    tickets.push({ ticket: stored.ticket, answer: yield* rows.lastAnswerOf(stored.ticket, stored.changedAt) });
  }
  return { tickets, more };
}

function* withAnswers(
  rows: Rows,
  { locationId, since, hidden }: Input,
  all: readonly TicketWords[],
): Steps<readonly TicketTexts[]> {
  const secret = new Set(hidden);
  const said = new Map<string, string>();
  for (const { ticketId, questionId, answer } of yield* rows.answerTextsSince(locationId, since, MOST_LOOKED_AT)) {
    if (!secret.has(questionId)) said.set(ticketId, `${said.get(ticketId) ?? ''}${BETWEEN_TEXTS}${answer}`);
  }
  if (said.size === 0) return all;
  return all.map((ticket) => ({ ...ticket, texts: `${ticket.texts}${said.get(ticket.id) ?? ''}` }));
}

const withoutVisitor = (ticket: TicketWords): TicketTexts => ({ ...ticket, texts: '' });
