/** Localised figures and days of a report. */

import { languageTag } from '../../lib/language.ts';
import type { ReportCell, ReportColumnKind } from '../contract/report-document.ts';

const DASH = '–';

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly figure: Intl.NumberFormat;
  readonly share: Intl.NumberFormat;
}

/** Maximum cached languages: more than a site uses at once. */
const MAX_KEPT = 20;
const kept = new Map<string, Formats>();

/** Cached: each format takes kilobytes outside the heap, and a report has thousands of cells. */
function formatsFor(lang: string): Formats {
  const known = kept.get(lang);
  if (known !== undefined) return known;
  const tag = languageTag(lang);
  const plain = { numberingSystem: 'latn', maximumFractionDigits: 1 } as const;
  const formats: Formats = {
    day: new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: 'UTC',
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    }),
    figure: new Intl.NumberFormat(tag, plain),
    share: new Intl.NumberFormat(tag, { ...plain, style: 'percent' }),
  };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(lang, formats);
  return formats;
}

/** `yyyy-mm-dd`: `Fri 20 Nov 2026`. */
export function dayWords(day: string, lang: string): string {
  return formatsFor(lang).day.format(Date.parse(`${day}T00:00:00Z`));
}

/** Seconds as `12:05`, or `1:02:05`. */
export function lengthWords(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = Math.floor(seconds) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function cellWords(kind: ReportColumnKind, cell: ReportCell, lang: string): string {
  if (cell === null) return DASH;
  if (typeof cell === 'string') return cell;
  if (kind === 'length') return lengthWords(cell);
  const { share, figure } = formatsFor(lang);
  return (kind === 'share' ? share : figure).format(cell);
}
