/** Times and durations as text of a language. */
import { languageTag } from '../../shared/i18n.ts';

const SECOND_MS = 1000;

function formatter(lang: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = languageTag(lang);
  return new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, {
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...options,
  });
}

/** Formats the local time `yyyy-mm-dd hh:mm:ss` as `Fri, 20 Nov 2026, 14:30`. */
export function wallTime(text: string, lang: string): string {
  const at = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(at)) return text;
  return formatter(lang, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** An instant in the time zone of this computer or of a location. Empty for an invalid instant. */
export function instant(iso: string, lang: string, timeZone?: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  return formatter(lang, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** Formats `yyyy-mm-dd` as `Fri 20 Nov`. */
export function dayName(day: string, lang: string, long = false): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  return formatter(lang, {
    timeZone: 'UTC',
    weekday: long ? 'long' : 'short',
    day: 'numeric',
    month: long ? 'long' : 'short',
    ...(long ? { year: 'numeric' } : {}),
  }).format(at);
}

/** Formats `yyyy-mm-dd` as `20/11`, in the order of the language, for an axis. */
export function shortDay(day: string, lang: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  // Charts run from left to right, where direction marks would swap day and month.
  return formatter(lang, { timeZone: 'UTC', day: 'numeric', month: 'numeric' }).format(at).replaceAll('\u200f', '');
}

/** @param weekday 1 (Monday) to 7 */
export function weekdayName(weekday: number, lang: string, style: 'short' | 'long' = 'long'): string {
  // 1 January 2024 was a Monday.
  return formatter(lang, { timeZone: 'UTC', weekday: style }).format(Date.UTC(2024, 0, weekday));
}

/** Formats whole numbers and percentages for the language. */
export function number(value: number, lang: string, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(languageTag(lang), { numberingSystem: 'latn', ...options }).format(value);
}

export function fromNow(iso: string, now: number, lang: string): string {
  const seconds = Math.round((Date.parse(iso) - now) / SECOND_MS);
  if (Number.isNaN(seconds)) return '';
  const format = new Intl.RelativeTimeFormat(languageTag(lang), { numeric: 'auto', style: 'long' });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(seconds, 'second');
  if (size < 3600) return format.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return format.format(Math.round(seconds / 3600), 'hour');
  return format.format(Math.round(seconds / 86_400), 'day');
}

/** Formats an instant of today as `14:30`. */
export function clockTimeOf(iso: string, lang: string, timeZone?: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  return formatter(lang, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(at);
}

/** Formats whole minutes or hours for an axis: `30 min`, `2 hr`. */
export function roundLength(seconds: number, lang: string): string {
  const isHours = seconds >= 3600 && seconds % 3600 === 0;
  const unit = isHours ? 'hour' : 'minute';
  return number(seconds / (isHours ? 3600 : 60), lang, { style: 'unit', unit, unitDisplay: 'short' });
}
