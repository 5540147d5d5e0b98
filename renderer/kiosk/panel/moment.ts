import { clockTime, longDate } from '../../shared/time.ts';

/** `14:32`, with its day if that is another one than today. @param at ISO instant @param now epoch milliseconds */
export function moment(at: string, now: number, lang: string, timeZone: string): string {
  const then = Date.parse(at);
  const time = clockTime(then, lang, timeZone);
  const day = longDate(then, lang, timeZone);
  return day === longDate(now, lang, timeZone) ? time : `${day}, ${time}`;
}
