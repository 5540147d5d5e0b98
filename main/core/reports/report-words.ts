/** Figures and days of a report in the words of a language. */
import type { ColumnKind, ReportCell } from '../../contract/report-document.ts';
import { languageTag } from '../language.ts';

const DASH = '–';

function dates(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = languageTag(lang);
  const plain = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { ...plain, ...options });
}

/** `yyyy-mm-dd`: `Fri 20 Nov 2026`. */
export function dayWords(day: string, lang: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  return dates(lang, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(at);
}

/** Seconds as `12:05`, or `1:02:05`. */
export function lengthWords(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = Math.floor(seconds) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function cellWords(kind: ColumnKind, cell: ReportCell, lang: string): string {
  if (cell === null) return DASH;
  if (typeof cell === 'string') return cell;
  if (kind === 'length') return lengthWords(cell);
  const share = kind === 'share' ? ({ style: 'percent', maximumFractionDigits: 1 } as const) : {};
  return new Intl.NumberFormat(languageTag(lang), {
    numberingSystem: 'latn',
    maximumFractionDigits: 1,
    ...share,
  }).format(cell);
}
