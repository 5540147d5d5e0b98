/** Service level: share of calls within the target wait. */
import type { TallyView } from '../../../main/reports/contract/rest/reports.ts';

/** In percent; null without a known wait. */
export function shareInTime({ in_time, waiting }: Pick<TallyView, 'in_time' | 'waiting'>): number | null {
  return waiting.count === 0 ? null : (in_time / waiting.count) * 100;
}

/** Visitors without a visit: never called, or no-show. In percent of tickets; null where tickets are not counted. */
export function shareAbandoned(
  { issued, never_called, no_shows }: Pick<TallyView, 'issued' | 'never_called' | 'no_shows'>,
  isCounted: boolean,
): number | null {
  return !isCounted || issued === 0 ? null : Math.min(100, ((never_called + no_shows) / issued) * 100);
}
