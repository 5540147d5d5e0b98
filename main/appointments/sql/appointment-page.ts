/** Between which places of a location a page of its appointments lies. */

import type { AppointmentPageInput, AppointmentPlace } from '../operations/appointment-records.ts';

/** Before the first appointment of all. */
export const BEGINNING = { locationId: '', day: '', time: '', id: '' } as const;

/** After all that any clock shows. */
const END_OF_DAY = '~';
const LAST_DAY = '9999-99-99';

/** @param before where it ends at the latest: that place belongs to it, the one of `after` does not. */
export function pageBounds(
  { from, until, after }: Pick<AppointmentPageInput, 'from' | 'until' | 'after'>,
  before: AppointmentPlace | null,
): { readonly after: AppointmentPlace; readonly until: AppointmentPlace } {
  return {
    after: after ?? { day: from, time: '', id: '' },
    until: before ?? { day: until || LAST_DAY, time: END_OF_DAY, id: '' },
  };
}
