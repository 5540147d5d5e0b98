/**
 * Reader of whole days in iCalendar files (RFC 5545).
 *
 * Of each event its first day, its last one and its name are taken; what has a time of day is no closed day and is
 * passed over.
 */
import type { ClosedDays } from './closed-days.ts';

const DATE = /^(\d{4})(\d{2})(\d{2})$/;
const DAY_MS = 86_400_000;

/** @param since `yyyy-mm-dd`: what was over before that is left out */
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

/** A long line goes on in the next one, behind a blank. */
function unfolded(text: string): readonly string[] {
  return text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
}

/** Behind the first colon that stands in no quotes. */
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
  // The end of a whole day is the day after it.
  const last = end === null ? from : new Date(Date.parse(end) - DAY_MS).toISOString().slice(0, 10);
  const name = (event.get('SUMMARY') ?? '').replaceAll(/\\n/gi, ' ').replaceAll(/\\([\\;,])/g, '$1');
  return [{ from, to: last < from ? from : last, name }];
}

function dateOf(value: string): string | null {
  const [, year = '', month = '', day = ''] = DATE.exec(value) ?? [];
  const date = `${year}-${month}-${day}`;
  return Number.isNaN(Date.parse(date)) ? null : date;
}
