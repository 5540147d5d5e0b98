/** Personal data in the store: search, erasure, and the log of accesses. */
import { withoutVisitor } from '../../appointments/contract/appointment-privacy.ts';
import type { KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import { namesPerson, type PersonQuery } from '../../appointments/rules/person-match.ts';
import type { Effects } from '../../database/effect.ts';
import type { ActionActor } from '../../devices/operations/device-action-records.ts';
import { ok } from '../../lib/result.ts';
import { sweepOutcomes } from '../../queue/operations/outcomes.ts';
import { UNDO_MS } from '../../site/operations/undo-operations.ts';
import type { GlobalRows } from '../../store/contract/rows.ts';
import { operation, query } from '../../store/contract/scope.ts';
import type {
  AccessNote,
  BookedBefore,
  CheckedInPair,
  IssuedBefore,
  PersonalAudit,
  PersonalPlace,
  PersonalRow,
  PersonErased,
  WaitingMail,
} from './personal-records.ts';

/** Check-ins of these appointments, and of these tickets. */
export const checkInsOf = query<
  { readonly appointments: readonly string[]; readonly tickets: readonly string[] },
  readonly CheckedInPair[]
>({
  scope: 'global',
  snapshot: false,
  *run(rows, ids) {
    return yield* rows.checkInsOf(ids);
  },
});

export const waitingMailsOfIds = query<{ readonly ids: readonly string[] }, readonly WaitingMail[]>({
  scope: 'global',
  snapshot: false,
  *run(rows, { ids }) {
    return yield* rows.waitingMailsOfIds(ids);
  },
});

interface PersonalPageInput {
  readonly place: PersonalPlace;
  readonly query: PersonQuery;
  /** Cursor of the previous page; null for the first. */
  readonly after: PersonalRow['cursor'] | null;
  /** Maximum rows to search. */
  readonly limit: number;
}

/** A page of a search through personal data. */
export interface PersonalPage {
  /** Ids of the matching rows. */
  readonly ids: readonly string[];
  /** Null after the last page. */
  readonly next: PersonalRow['cursor'] | null;
}

export const personalPage = query<PersonalPageInput, PersonalPage>({
  scope: 'global',
  snapshot: true,
  *run(rows, { query: person, limit, ...page }) {
    const read = yield* readPage(rows, page, limit);
    const named = read.filter(({ texts }) => texts.some((text) => namesPerson(person, text)));
    const last = read.at(-1);
    return {
      ids: [...new Set(named.map(({ id }) => id))],
      next: last === undefined || read.length < limit ? null : last.cursor,
    };
  },
});

function* readPage(
  rows: GlobalRows,
  { place, after }: Pick<PersonalPageInput, 'place' | 'after'>,
  limit: number,
): Effects<readonly PersonalRow[]> {
  switch (place) {
    case 'tickets':
      return yield* rows.personalTicketTexts(after, limit);
    case 'answers':
      return yield* rows.answerTexts(after, limit);
    case 'mails':
      return (yield* rows.waitingMailTexts(after, limit)).map(({ id, ...content }) => ({
        id,
        texts: Object.values(content),
        cursor: [id],
      }));
    case 'appointments': {
      const [locationId = '', day = '', time = '', id = ''] = (after ?? []).map(String);
      const from = after === null ? null : { locationId, day, time, id };
      return (yield* rows.everyAppointment(from, limit)).map(appointmentRow);
    }
  }
}

function appointmentRow({ locationId, appointment }: KeptAppointment): PersonalRow {
  const { id, client_name, code, app_displayname, reference, scheduled_to } = appointment;
  const cursor = [locationId, scheduled_to.slice(0, 10), scheduled_to.slice(11), id];
  return { id, texts: [client_name, code, app_displayname, reference], cursor };
}

interface AnonymiseInput {
  /** Maximum per kind of record. */
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

/** Erases a batch of due data, so that other work is not blocked for long; `more`: there may be more. */
export const anonymise = operation<AnonymiseInput, Anonymised>({
  scope: 'global',
  jobQueue: 'erasing',
  *run({ rows, now }, { limit, tickets, appointments }) {
    // First, because of the lock order: the following steps lock locations, and the site must not be locked after a
    // location.
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
    yield* rows.dropSiteUndos(now - UNDO_MS);
    return ok({
      answers: answers.length,
      tickets: erased.length,
      appointments: visits.length,
      more: moreOutcomes || [answers, erased, visits].some(({ length }) => length === limit),
    });
  },
});

interface ErasePersonInput {
  readonly tickets: readonly string[];
  readonly appointments: readonly string[];
  readonly mails: readonly string[];
  readonly by: ActionActor;
}

/**
 * Erases the personal data of tickets and appointments, and cancels waiting mails. Tickets, calls and times stay, so
 * that reports do not change. The audit log records the counts, but not the person.
 */
export const erasePerson = operation<ErasePersonInput, PersonErased>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { tickets, appointments, mails, by }) {
    const { rows, now } = unit;
    // First, because of the lock order: the following steps lock locations, and the site must not be locked after a
    // location.
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

/** Records access to data in the audit log. */
export const noteAccess = operation<{ readonly notes: readonly AccessNote[] }, Readonly<Record<string, never>>>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { notes }) {
    const changeId = unit.newId();
    for (const note of notes) yield* unit.rows.noteAccess(note, changeId, unit.now);
    return ok({});
  },
});

/** Records an export of personal data in the audit log, without the person. */
export const notePersonalExport = operation<Omit<PersonalAudit, 'action'>, Readonly<Record<string, never>>>({
  scope: 'global',
  jobQueue: 'erasing',
  *run(unit, { by, counts }) {
    yield* unit.rows.notePersonalData({ by, action: 'exported', counts }, unit.newId(), unit.now);
    return ok({});
  },
});
