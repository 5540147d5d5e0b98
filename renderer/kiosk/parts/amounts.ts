import type { TFunction } from 'i18next';
import { clockTime, longDate, opening } from '../../shared/time.ts';
import { waitWords } from '../../shared/wait-text.ts';

/** `about 5–10 min`; empty if unknown. */
export function waitText(waitSeconds: number | null, t: TFunction): string {
  if (waitSeconds === null) return '';
  return waitSeconds <= 0 ? t('wait.now') : waitWords(waitSeconds, t);
}

/** `Opens tomorrow at 09:00`; `prefix` selects the texts: of a service or of the whole location. */
export function opensText(
  opensAt: string | null,
  now: number,
  lang: string,
  timeZone: string,
  t: TFunction,
  prefix: 'opens' | 'closed',
): string {
  const when = opensAt === null ? null : opening(opensAt, now, lang, timeZone);
  return when === null ? t(`${prefix}.unknown`) : t(`${prefix}.${when.day}`, { ...when });
}

/** Booked time of an appointment: only the time for today, else with the date. */
export function bookedText(at: string | null, now: number, lang: string, timeZone: string): string {
  const booked = at === null ? null : Date.parse(at);
  if (booked === null) return '';
  const time = clockTime(booked, lang, timeZone);
  const day = longDate(booked, lang, timeZone);
  return day === longDate(now, lang, timeZone) ? time : `${day} · ${time}`;
}
