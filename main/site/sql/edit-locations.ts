import type { AppointmentEdit } from '../operations/site-changes.ts';

/** Where an edit changes what is booked. */
export function locationsOf({ before, after }: Pick<AppointmentEdit, 'before' | 'after'>): readonly string[] {
  return [...new Set([before, after].flatMap((kept) => kept?.locationId ?? []))];
}
