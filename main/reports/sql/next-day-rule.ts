import { calendarOf, type DayRule } from '../../queue/rules/day/calendar.ts';

/**
 * The rule that a location's item of the site (JSON) adds to those by which it has reckoned its days; null when it goes on
 * as before.
 */
export function nextDayRule(rules: readonly DayRule[], body: string, now: number): DayRule | null {
  const { timezone: zone = 'UTC', reset_time: resetTime = '00:00' } = JSON.parse(body) as {
    readonly timezone?: string;
    readonly reset_time?: string;
  };
  const last = rules.at(-1);
  if (last === undefined) return { since: 0, zone, resetTime, firstDay: '' };
  if (last.zone === zone && last.resetTime === resetTime) return null;
  return { since: Math.max(1, now), zone, resetTime, firstDay: calendarOf(rules).dayOf(now) };
}
