/** Localised figures and days of a report. */

import { durationWords } from '../../lib/duration-words.ts';
import { languageTag } from '../../lib/language.ts';
import type { serverText } from '../../lib/server-texts.ts';
import type { ReportCell, ReportColumnKind } from '../contract/report-document.ts';

/** Texts of a report in its language. */
export type Say = (
  key: Parameters<typeof serverText<'report'>>[2],
  values?: Readonly<Record<string, string | number>>,
) => string;

const DASH = '–';

interface Formats {
  readonly day: Intl.DateTimeFormat;
  readonly shortDay: Intl.DateTimeFormat;
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
  const days = { calendar: 'gregory', numberingSystem: 'latn', timeZone: 'UTC' } as const;
  const formats: Formats = {
    shortDay: new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, { ...days, day: 'numeric', month: 'numeric' }),
    day: new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
      ...days,
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

/** `yyyy-mm-dd` for an axis: `20/11`, in the order of the language. */
export function shortDayWords(day: string, lang: string): string {
  // Charts run from left to right, where direction marks would swap day and month.
  return formatsFor(lang)
    .shortDay.format(Date.parse(`${day}T00:00:00Z`))
    .replaceAll('\u200f', '');
}

export function cellWords(kind: ReportColumnKind, cell: ReportCell, lang: string): string {
  if (cell === null) return DASH;
  if (typeof cell === 'string') return cell;
  if (kind === 'length') return durationWords(cell, lang);
  const { share, figure } = formatsFor(lang);
  return (kind === 'share' ? share : figure).format(cell);
}
