import { ok, type Result } from '../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../queue.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { sweepOutcomes } from './outcomes.ts';

/** Erases a part of what is due, so that nobody waits long behind it; says whether there may be more. */
export function* anonymise(
  { rows, now }: Unit,
  { limit, tickets }: QueueOperations['anonymise']['input'],
): Steps<Result<QueueOperations['anonymise']['output'], QueueFault>> {
  const answers = yield* rows.dueFormAnswers(now, limit);
  for (const { ticketId, questionId } of answers) yield* rows.eraseFormAnswer(ticketId, questionId);
  let erased = 0;
  for (const { locationId, issuedBefore } of tickets) {
    const due = yield* rows.personalTickets(locationId, issuedBefore, limit - erased);
    for (const id of due) yield* rows.eraseTicket(id);
    erased += due.length;
    if (erased === limit) break;
  }
  const moreOutcomes = yield* sweepOutcomes(rows, now);
  return ok({
    answers: answers.length,
    tickets: erased,
    more: answers.length === limit || erased === limit || moreOutcomes,
  });
}
