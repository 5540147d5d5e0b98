/** Figures of reports for tests: zero, except for what a test names. */
import type { PeriodAnswer, TallyView } from '../../main/reports/contract/rest/reports.ts';

export const NO_TIME = { count: 0, mean: 0, median: 0, p90: 0, p95: 0, max: 0 };

export const tally = (change: Partial<TallyView> = {}): TallyView => ({
  issued: 0,
  never_called: 0,
  calls: 0,
  served: 0,
  no_shows: 0,
  paused: 0,
  transferred: 0,
  in_time: 0,
  waiting: NO_TIME,
  service: NO_TIME,
  ...change,
});

/** An empty period. */
export function period(change: Partial<PeriodAnswer>): PeriodAnswer {
  return {
    success: true,
    location: 'x',
    timezone: 'UTC',
    from: '2026-11-16',
    to: '2026-11-17',
    issued_counted: true,
    target_minutes: 15,
    days_used: 1,
    total: tally(),
    by_service: [],
    by_desk: [],
    by_user: [],
    by_outcome: [],
    by_break: [],
    by_transfer: [],
    staffing_by_hour: [],
    staffing_by_desk: [],
    by_hour: [],
    by_weekday: [],
    by_day: [],
    issued_by_weekday_and_hour: [],
    open_by_weekday_and_hour: [],
    ...change,
  };
}
