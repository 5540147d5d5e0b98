import { BETWEEN_TEXTS, BETWEEN_TICKETS, findTickets as find, type JoinedTexts } from '../../core/find-tickets.ts';
import type { FoundTicket, QueueQueries } from '../queue.ts';
import type { Rows } from '../rows.ts';
import type { Steps } from '../step.ts';

type Input = QueueQueries['findTickets']['input'];

/** Nobody has so many in a day; the newest of them. */
const MOST_LOOKED_AT = 30_000;

/** Reads little of each ticket of the day, and all of the few that fit. */
export function* findTickets(rows: Rows, input: Input): Steps<QueueQueries['findTickets']['output']> {
  const { locationId, since, text, hidden, most, personal, withResults } = input;
  const all = yield* rows.ticketTextsSince(locationId, since, MOST_LOOKED_AT);
  const answers = personal ? yield* rows.answerTextsSince(locationId, since, hidden, MOST_LOOKED_AT) : null;
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
}

/** Labels alone. */
function withoutVisitors({ heads, texts }: JoinedTexts): JoinedTexts {
  const labels = texts.split(BETWEEN_TICKETS).map((each) => each.split(BETWEEN_TEXTS, 1)[0]);
  return { heads, texts: labels.join(BETWEEN_TICKETS) };
}
