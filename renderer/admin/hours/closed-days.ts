/**
 * Closed days of a location.
 *
 * They follow the opening hours in the syntax of OpenStreetMap: `Mo-Fr 09:00-17:00; 2026 Dec 24-2027 Jan 01 off
 * "Between the years"`. So every reader of opening hours knows them.
 */

export interface ClosedDays {
  /** `yyyy-mm-dd`. */
  readonly from: string;
  /** The last day; the same for a single one. */
  readonly to: string;
  /** What day that is; may be empty. */
  readonly name: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY = `(\\d{4}) (${MONTHS.join('|')}) (\\d{2})`;
const RULE = new RegExp(`^${DAY}(?:-${DAY})? off(?: "([^"]*)")?$`);
/** So many names the server reads in one schedule, and some are left for who writes them by hand. */
const MAX_NAMES = 40;
/** What opening hours have that are always open, as soon as anything stands behind them. */
const ALWAYS = '24/7';

/** Opening hours without the closed days at their end, and these. */
export function splitClosedDays(schedule: string): { readonly hours: string; readonly days: readonly ClosedDays[] } {
  const rules = partsOf(schedule);
  const days: ClosedDays[] = [];
  while (rules.length > 0) {
    const found = RULE.exec(rules.at(-1) ?? '');
    if (found === null) break;
    const [, year = '', month = '', day = '', lastYear, lastMonth, lastDay, name = ''] = found;
    const from = dayOf(year, month, day);
    const to = lastYear === undefined ? from : dayOf(lastYear, lastMonth ?? '', lastDay ?? '');
    days.unshift({ from, to, name });
    rules.pop();
  }
  // Of what nobody has taken apart, not a sign changes.
  if (days.length === 0) return { hours: schedule, days };
  const hours = rules.join('; ');
  return { hours: hours === ALWAYS ? '' : hours, days };
}

/** The days in their order, each once; behind the hours. */
export function joinClosedDays(hours: string, days: readonly ClosedDays[]): string {
  if (days.length === 0) return hours;
  const rules = inOrder(days).map(({ from, to, name }, place) => {
    const said = name.replaceAll(/["\n\r]/g, ' ').trim();
    const comment = said === '' || place >= MAX_NAMES ? '' : ` "${said}"`;
    return `${written(from)}${to === from ? '' : `-${written(to)}`} off${comment}`;
  });
  return [hours.trim() === '' ? ALWAYS : hours.trim(), ...rules].join('; ');
}

/** By their first day; of two that begin and end on the same days, the first. */
export function inOrder(days: readonly ClosedDays[]): readonly ClosedDays[] {
  const sorted = days.toSorted((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to));
  return sorted.filter(({ from, to }, place) => {
    const before = sorted[place - 1];
    return before === undefined || before.from !== from || before.to !== to;
  });
}

/** Between semicolons, but for those in comments. */
function partsOf(schedule: string): string[] {
  const parts: string[] = [''];
  let isComment = false;
  for (const sign of schedule) {
    if (sign === '"') isComment = !isComment;
    if (sign === ';' && !isComment) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

function dayOf(year: string, month: string, day: string): string {
  return `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day}`;
}

function written(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${year} ${MONTHS[Number(month) - 1] ?? ''} ${day}`;
}
