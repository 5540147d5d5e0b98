/**
 * Volume by time of day. Pure.
 */
import type { DisplaySettings } from '../../main/site/contract/site.ts';

const HOURS = /^(\d\d):(\d\d)$/;

/** From 0 to 1. The first matching period applies. */
export function volumeAt(
  { quiet, volume, volume_hours }: Pick<DisplaySettings, 'quiet' | 'volume' | 'volume_hours'>,
  at: number,
  timeZone: string,
): number {
  if (quiet) return 0;
  const minute = minuteOfDay(at, timeZone);
  const found = volume_hours.find(({ from, to }) => isWithin(minute, minutes(from), minutes(to)));
  return (found?.volume ?? volume) / 100;
}

/** A period that ends before its start lasts past midnight; equal times mean all day. */
function isWithin(minute: number, from: number, to: number): boolean {
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

function minutes(time: string): number {
  const [, hours = '0', rest = '0'] = HOURS.exec(time) ?? [];
  return Number(hours) * 60 + Number(rest);
}

function minuteOfDay(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone });
  return minutes(format.format(at));
}
