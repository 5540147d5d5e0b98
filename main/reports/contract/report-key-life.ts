import type { ReportKey } from '../../site/contract/site.ts';

/** The day of an instant in UTC: `yyyy-mm-dd`. */
export function dayInUtc(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** Whether a report key has expired; without a last day it never does. */
export function hasRunOut({ valid_until }: Pick<ReportKey, 'valid_until'>, now: number): boolean {
  return valid_until !== '' && dayInUtc(now) > valid_until;
}
