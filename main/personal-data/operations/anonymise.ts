/** Operation that erases personal data that is due, in batches. */
import { withoutVisitor } from '../../appointments/contract/appointment-privacy.ts';
import { ok } from '../../lib/result.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import { operation } from '../../store/contract/scope.ts';
import type { BookedBefore, IssuedBefore } from './personal-records.ts';

interface AnonymiseInput {
  /** Of each kind of record. */
  readonly limit: number;
  readonly tickets: readonly IssuedBefore[];
  readonly appointments: readonly BookedBefore[];
}

interface Anonymised {
  readonly answers: number;
  readonly tickets: number;
  readonly appointments: number;
  readonly more: boolean;
}

/** Erases a part of the data that is due, so that other work is not blocked for long; `more`: there may be more. */
export const anonymise = operation<AnonymiseInput, Anonymised>({
  scope: 'global',
  jobQueue: 'erasing',
  *run({ rows, now }, { limit, tickets, appointments }) {
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
  },
});
