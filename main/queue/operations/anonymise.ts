import { withoutVisitor } from '../../contract/appointment-privacy.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { QueueFault, QueueOperations } from '../queue.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';
import { sweepOutcomes } from './outcomes.ts';

/** Erases a part of what is due, so that nobody waits long behind it; says whether there may be more. */
export function* anonymise(
  { rows, now }: Unit,
  { limit, tickets, appointments }: QueueOperations['anonymise']['input'],
): Steps<Result<QueueOperations['anonymise']['output'], QueueFault>> {
  // First, because a location may be locked for what follows, and the site never after a location.
  let visits = 0;
  for (const { locationId, bookedBefore } of appointments) {
    if (visits === limit) break;
    const due = yield* rows.personalAppointments(locationId, bookedBefore, limit - visits);
    yield* rows.removeAppointments(due);
    yield* rows.putAppointments(
      due.map(({ appointment, ...kept }) => ({ ...kept, appointment: withoutVisitor(appointment) })),
    );
    visits += due.length;
  }
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
    appointments: visits,
    more: answers.length === limit || erased === limit || visits === limit || moreOutcomes,
  });
}
