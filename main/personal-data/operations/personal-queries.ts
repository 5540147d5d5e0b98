/** Check-ins and waiting mails of a person whose data was found. */

import { query } from '../../store/contract/scope.ts';
import type { CheckedInPair, WaitingMail } from './personal-records.ts';

/** Who checked in for these appointments, and which appointments these tickets were given for. */
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
