/** Staffing of a period compared with its demand. */
import type { PeriodAnswer } from '../../../main/reports/contract/rest/reports.ts';

/**
 * Desks open and needed in each hour of an average day. The desks that an hour needs are its tickets multiplied by the
 * service time per ticket of the whole period.
 */
export function staffingRows({
  staffing_by_hour: hours,
  by_hour,
  total,
  days_used: days,
}: Pick<PeriodAnswer, 'staffing_by_hour' | 'by_hour' | 'total' | 'days_used'>): readonly {
  readonly hour: number;
  readonly tickets: number;
  readonly needed: number;
  readonly open: number;
}[] {
  const seconds = hours.reduce((sum, { service_seconds }) => sum + service_seconds, 0);
  const each = total.issued === 0 ? 0 : seconds / total.issued;
  const ofDay = (sum: number): number => (days === 0 ? 0 : sum / days);
  return hours.map(({ hour, desk_hours }) => {
    const tickets = ofDay(by_hour[hour]?.issued ?? 0);
    return { hour, tickets, needed: (tickets * each) / 3_600, open: ofDay(desk_hours) };
  });
}
