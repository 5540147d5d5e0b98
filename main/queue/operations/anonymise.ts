import { withoutVisitor } from '../../contract/appointment-privacy.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { QueueOperations } from '../queue.ts';
import type { QueueFault } from '../request.ts';
import type { Steps } from '../step.ts';
import type { GlobalUnit } from '../unit.ts';
import { sweepOutcomes } from './outcomes.ts';

/** Erases a part of what is due, so that nobody waits long behind it; says whether there may be more. */
export function* anonymise(
  { rows, now }: GlobalUnit,
  { limit, tickets, appointments }: QueueOperations['anonymise']['input'],
): Steps<Result<QueueOperations['anonymise']['output'], QueueFault>> {
  // First, because a location may be locked for what follows, and the site never after a location.
  const visits = yield* rows.personalAppointments(appointments, limit);
  yield* rows.removeAppointments(visits);
  yield* rows.putAppointments(
    visits.map(({ appointment, ...kept }) => ({ ...kept, appointment: withoutVisitor(appointment) })),
  );
  const answers = yield* rows.dueFormAnswers(now, limit);
  for (const { ticketId, questionId } of answers) yield* rows.eraseFormAnswer(ticketId, questionId);
  const erased = yield* rows.personalTickets(tickets, limit);
  for (const id of erased) yield* rows.eraseTicket(id);
  const moreOutcomes = yield* sweepOutcomes(rows, now);
  return ok({
    answers: answers.length,
    tickets: erased.length,
    appointments: visits.length,
    more: moreOutcomes || [answers, erased, visits].some(({ length }) => length === limit),
  });
}
