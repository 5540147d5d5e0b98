/** Check-ins and waiting mails of a person whose data was found. */

import type { KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import { namesPerson, type PersonQuery } from '../../appointments/rules/person-match.ts';
import type { Effects } from '../../database/effect.ts';
import type { GlobalRows } from '../../store/contract/rows.ts';
import { query } from '../../store/contract/scope.ts';
import type { CheckedInPair, PersonalPlace, PersonalRow, WaitingMail } from './personal-records.ts';

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
