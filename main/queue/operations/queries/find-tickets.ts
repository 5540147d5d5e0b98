/** Query: tickets that match a text. */
import { query } from '../../../store/contract/scope.ts';
import type { CallRecord, CallResult, TicketRecord } from '../../contract/records.ts';
import { BETWEEN_TEXTS, BETWEEN_TICKETS, findTickets as find, type JoinedTexts } from '../../rules/find-tickets.ts';

/** A ticket with its newest call; null if it was never called. */
export interface FoundTicket {
  readonly ticket: TicketRecord;
  readonly answer: CallRecord | null;
  /** Results of that call; empty unless requested. */
  readonly results: readonly CallResult[];
}

/** Maximum number of searched tickets, the newest; more than a day has. */
const MAX_LOOKED_AT = 30_000;

interface FindTicketsInput {
  readonly locationId: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly text: string;
  /** Questions whose answers are hidden from staff. */
  readonly hidden: readonly string[];
  /** Whether to search names, notes and answers too. */
  readonly personal: boolean;
  /** Whether to include the results of the last calls. */
  readonly withResults: boolean;
  readonly most: number;
}

/**
 * Tickets issued since an instant at the location that match a text, best match first. Reads little of each ticket, and
 * full rows of the matches only.
 */
export const findTickets = query<
  FindTicketsInput,
  { readonly tickets: readonly FoundTicket[]; readonly more: boolean }
>({
  scope: 'location',
  snapshot: true,
  *run(rows, input) {
    const { locationId, since, text, hidden, most, personal, withResults } = input;
    const all = yield* rows.ticketTextsSince(locationId, since, MAX_LOOKED_AT);
    const answers = personal ? yield* rows.answerTextsSince(locationId, since, hidden, MAX_LOOKED_AT) : null;
    const { ids, more } = find(personal ? all : withoutVisitors(all), answers, text, most);
    const tickets: FoundTicket[] = [];
    for (const id of ids) {
      const stored = yield* rows.ticket(id);
      if (stored === null) continue;
      const answer = yield* rows.lastAnswerOf(stored.ticket, stored.changedAt);
      const results = withResults && answer !== null ? yield* rows.resultsOf(answer) : [];
      tickets.push({ ticket: stored.ticket, answer, results });
    }
    return { tickets, more };
  },
});

/** The search texts reduced to labels. */
function withoutVisitors({ heads, texts }: JoinedTexts): JoinedTexts {
  const labels = texts.split(BETWEEN_TICKETS).map((each) => each.split(BETWEEN_TEXTS, 1)[0]);
  return { heads, texts: labels.join(BETWEEN_TICKETS) };
}
