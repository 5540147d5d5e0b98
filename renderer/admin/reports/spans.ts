/** Common periods as days of a location: first and last day, `yyyy-mm-dd`. */
const DAY_MS = 86_400_000;

export const SPANS = ['today', 'yesterday', 'week', 'days7', 'days30', 'month', 'lastMonth', 'year'] as const;
export type Span = (typeof SPANS)[number];

export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Calendar day of an instant in a time zone. */
export function dayIn(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant).slice(0, 10);
}

/** Local time of an instant in a time zone, `hh:mm`. */
export function clockIn(instant: number, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant);
}

export function daysOf(span: Span, today: string): Days {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  switch (span) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shift(today, -1), to: shift(today, -1) };
    case 'week':
      return { from: shift(today, -weekday), to: today };
    case 'days7':
      return { from: shift(today, -6), to: today };
    case 'days30':
      return { from: shift(today, -29), to: today };
    case 'month':
      return { from: first(year, month), to: today };
    case 'lastMonth':
      return { from: first(year, month - 1), to: shift(first(year, month), -1) };
    case 'year':
      return { from: first(year, 1), to: today };
  }
}

/** More days than a quarter has: a season matters more than the weeks before. */
const MANY_DAYS = 92;
const YEAR_DAYS = 364;

/**
 * Days to compare with: the calendar month before a calendar month, else as many days before on the same weekdays; of
 * more than a quarter those of the year before.
 */
export function daysBefore({ from, to }: Days): Days {
  const [year = 0, month = 1] = from.split('-').map(Number);
  if (from === first(year, month) && to === shift(first(year, month + 1), -1)) {
    return { from: first(year, month - 1), to: shift(from, -1) };
  }
  const length = Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
  const by = length > MANY_DAYS && length <= YEAR_DAYS ? YEAR_DAYS : Math.ceil(length / 7) * 7;
  return { from: shift(from, -by), to: shift(to, -by) };
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function first(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
}
