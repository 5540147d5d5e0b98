/**
 * Closed days of a location.
 *
 * They follow the opening hours in OpenStreetMap syntax, so that every parser of opening hours reads them:
 * `Mo-Fr 09:00-17:00; 2026 Dec 24-2027 Jan 01 off "Between the years"`.
 */

export interface ClosedDays {
  /** `yyyy-mm-dd`. */
  readonly from: string;
  /** Last day; equal to `from` for a single day. */
  readonly to: string;
  /** Name of the day; may be empty. */
  readonly name: string;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const DAY = `(\\d{4}) (${MONTHS.join('|')}) (\\d{2})`;

const RULE = new RegExp(`^${DAY}(?:-${DAY})? off(?: "([^"]*)")?$`);

/** Below the server's limit of names per schedule, which leaves some for manual entries. */
const MAX_NAMES = 40;

/** Opening hours without a restriction need this prefix as soon as a rule follows. */
const ALWAYS = '24/7';

/** Splits a schedule into opening hours and the closed days at its end. */
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
  // A schedule without closed days stays unchanged to the character.
  if (days.length === 0) return { hours: schedule, days };
  const hours = rules.join('; ');
  return { hours: hours === ALWAYS ? '' : hours, days };
}

/** Appends the days to the hours, sorted and without duplicates. */
export function joinClosedDays(hours: string, days: readonly ClosedDays[]): string {
  if (days.length === 0) return hours;
  const rules = inOrder(days).map(({ from, to, name }, place) => {
    const said = name.replaceAll(/["\n\r]/g, ' ').trim();
    const comment = said === '' || place >= MAX_NAMES ? '' : ` "${said}"`;
    return `${written(from)}${to === from ? '' : `-${written(to)}`} off${comment}`;
  });
  return [hours.trim() === '' ? ALWAYS : hours.trim(), ...rules].join('; ');
}

/** Sorted by first day; of two with the same period, the first is kept. */
export function inOrder(days: readonly ClosedDays[]): readonly ClosedDays[] {
  const sorted = days.toSorted((one, other) => one.from.localeCompare(other.from) || one.to.localeCompare(other.to));
  return sorted.filter(({ from, to }, place) => {
    const before = sorted[place - 1];
    return before === undefined || before.from !== from || before.to !== to;
  });
}

/** Splits at semicolons outside comments. */
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

const DATE = /^(\d{4})(\d{2})(\d{2})$/;

const DAY_MS = 86_400_000;

/** @param since `yyyy-mm-dd`; earlier events are skipped */
export function readCalendar(text: string, since: string): readonly ClosedDays[] {
  const days: ClosedDays[] = [];
  let event: Map<string, string> | null = null;
  for (const line of unfolded(text)) {
    const at = line.search(/[:;]/);
    const name = (at < 0 ? line : line.slice(0, at)).toUpperCase();
    const value = behindColon(line);
    if (name === 'BEGIN' && value.toUpperCase() === 'VEVENT') event = new Map();
    else if (name === 'END' && value.toUpperCase() === 'VEVENT') {
      if (event !== null) days.push(...eventDays(event));
      event = null;
    } else if (!event?.has(name)) event?.set(name, value);
  }
  return days.filter(({ to }) => to >= since);
}

/** Joins folded lines: a continuation line starts with a blank. */
function unfolded(text: string): readonly string[] {
  return text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
}

/** The text after the first unquoted colon. */
function behindColon(line: string): string {
  let isQuoted = false;
  for (const [place, sign] of [...line].entries()) {
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === ':' && !isQuoted)
      return [...line]
        .slice(place + 1)
        .join('')
        .trim();
  }
  return '';
}

function eventDays(event: ReadonlyMap<string, string>): readonly ClosedDays[] {
  const from = dateOf(event.get('DTSTART') ?? '');
  if (from === null || event.get('STATUS')?.toUpperCase() === 'CANCELLED') return [];
  const end = dateOf(event.get('DTEND') ?? '');
  // The end date of an all-day event is exclusive.
  const last = end === null ? from : new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, 10);
  const name = (event.get('SUMMARY') ?? '').replaceAll(/\\n/gi, ' ').replaceAll(/\\([\\;,])/g, '$1');
  return [{ from, to: last < from ? from : last, name }];
}

function dateOf(value: string): string | null {
  const [, year = '', month = '', day = ''] = DATE.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}
