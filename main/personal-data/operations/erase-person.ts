/** Operation that erases one person's data on request. */
import { withoutVisitor } from '../../appointments/contract/appointment-privacy.ts';
import type { ActionActor } from '../../devices/operations/device-action-records.ts';
import { ok } from '../../lib/result.ts';
import { operation } from '../../store/contract/scope.ts';
import type { PersonErased } from './personal-records.ts';

interface ErasePersonInput {
  readonly tickets: readonly string[];
  readonly appointments: readonly string[];
  readonly mails: readonly string[];
  readonly by: ActionActor;
}

/**
 * Erases the personal data of some tickets and appointments, and gives up mails that wait. Tickets, calls and times stay, so that
 * reports say the same. The audit log says how much was erased, and never of whom.
 */
export const erasePerson = operation<ErasePersonInput, PersonErased>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { tickets, appointments, mails, by }) {
    const { rows, now } = unit;
    // First, because a location may be locked for what follows, and the site never after a location.
    const visits = yield* rows.appointmentsOfIds(appointments);
    yield* rows.removeAppointments(visits);
    yield* rows.putAppointments(
      visits.map(({ appointment, ...kept }) => ({ ...kept, appointment: withoutVisitor(appointment) })),
    );
    let answers = 0;
    const found = yield* rows.ticketsToErase(tickets);
    for (const id of found) {
      answers += yield* rows.eraseFormAnswersOf(id);
      yield* rows.eraseTicket(id);
    }
    let ended = 0;
    for (const id of mails) {
      const record = yield* rows.mail(id);
      if (record?.state !== 'waiting') continue;
      yield* rows.endMail({ ...record, state: 'failed', nextTryAt: 0 });
      ended += 1;
    }
    const counts = { tickets: found.length, answers, appointments: visits.length, mails: ended };
    yield* rows.notePersonalData({ by, action: 'erased', counts }, unit.newId(), now);
    return ok(counts);
  },
});
