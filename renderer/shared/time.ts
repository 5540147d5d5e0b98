/** Clock, times and dates of the pages. */
import { languageTag } from './i18n.ts';

/** Current time of the pages in epoch milliseconds; the only place that reads it. */
export function wallClock(): number {
  return Date.now();
}

/** Time of the next opening, in parts for a sentence. */
export type Opening =
  | { readonly day: 'today' | 'tomorrow'; readonly time: string }
  | { readonly day: 'weekday'; readonly time: string; readonly name: string }
  | { readonly day: 'date'; readonly time: string; readonly name: string };

const DAY_MS = 86_400_000;

/** Hours and minutes in the location's zone, with Latin digits. 24 hours unless the region uses 12. */
export function clockTime(at: number, lang: string, timeZone: string): string {
  const twelve = isTwelve(lang);
  return format(lang, timeZone, {
    hour: twelve ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: twelve ? 'h12' : 'h23',
  }).format(at);
}

/** `Friday, 20 November` in the visitor's language. */
export function longDate(at: number, lang: string, timeZone: string): string {
  return format(lang, timeZone, { weekday: 'long', day: 'numeric', month: 'long' }).format(at);
}

/** The instant `opensAt` relative to `now`, in days of the location. */
export function opening(opensAt: string, now: number, lang: string, timeZone: string): Opening | null {
  const at = Date.parse(opensAt);
  if (Number.isNaN(at)) return null;
  const time = clockTime(at, lang, timeZone);
  const days = Math.round((dayStart(at, timeZone) - dayStart(now, timeZone)) / DAY_MS);
  if (days <= 0) return { day: 'today', time };
  if (days === 1) return { day: 'tomorrow', time };
  if (days < 7) return { day: 'weekday', time, name: format(lang, timeZone, { weekday: 'long' }).format(at) };
  return { day: 'date', time, name: format(lang, timeZone, { day: 'numeric', month: 'long' }).format(at) };
}

/** A time of day such as `14:30`, written as the language writes times. */
export function hourText(time: string, lang: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  // The end of a day.
  if (hours === 24 && !isTwelve(lang)) return time;
  return clockTime(Date.UTC(2024, 0, 1, hours, minutes), lang, 'UTC');
}

/** `Monday` or `Monday – Friday`; 0 is Monday. */
export function weekdays(first: number, last: number, lang: string): string {
  // 1 January 2024 was a Monday.
  const day = (weekday: number): number => Date.UTC(2024, 0, 1 + weekday);
  const names = format(lang, 'UTC', { weekday: 'long' });
  return first === last ? names.format(day(first)) : names.formatRange(day(first), day(last));
}

const isTwelve = (lang: string): boolean => languageTag(lang).includes('-') && usesTwelveHours(lang);

function usesTwelveHours(lang: string): boolean {
  return format(lang, 'UTC', { hour: 'numeric' }).resolvedOptions().hour12 === true;
}

/** Calendar day of the instant in that zone, written as UTC for day arithmetic. */
function dayStart(at: number, timeZone: string): number {
  const parts = format('en', timeZone, { year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(at);
  const value = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(value('year'), value('month') - 1, value('day'));
}

function format(lang: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = languageTag(lang);
  // `en` alone would use the US date format.
  const locale = tag === 'en' ? 'en-GB' : tag;
  return new Intl.DateTimeFormat(locale, { ...options, timeZone, calendar: 'gregory', numberingSystem: 'latn' });
}
