/** The times of a day at which a service can be booked: a grid of its slots within the hours for appointments. */
import type { Location, Service } from '../contract/site.ts';
import { openDays } from './opening-week.ts';
import { formatWallTime, parseWallTime } from './zone.ts';

const HOUR = 60;
const TWO = 2;

/**
 * Wall times `yyyy-mm-dd hh:mm` of a day `yyyy-mm-dd`, in their order. Each slot ends before the place closes, and the grid
 * begins anew whenever it opens. A time that the clock leaves out is none; one that it shows twice is one. Empty without
 * slots (`slot_time` 0).
 */
export function slotsOf(
  service: Pick<Service, 'slot_time' | 'app_schedule' | 'schedule'>,
  { timezone: zone, country, schedule }: Pick<Location, 'timezone' | 'country' | 'schedule'>,
  day: string,
): readonly string[] {
  const noon = parseWallTime(`${day} 12:00:00`, zone);
  const every = service.slot_time;
  if (every <= 0 || noon === null) return [];
  const own = service.app_schedule.trim() === '' ? service.schedule : service.app_schedule;
  const schedules = [schedule, own].map((text) => ({ text, zone, country }));
  const times = openDays(schedules, zone, noon, 1).flatMap(({ intervals }) =>
    intervals.flatMap(({ from, to }) => timesBetween(minutesOf(from), minutesOf(to), every)),
  );
  return [...new Set(times)].map((time) => `${day} ${time}`).filter((wall) => isOnClock(wall, zone));
}

function timesBetween(from: number, to: number, every: number): readonly string[] {
  const count = Math.max(0, Math.floor((to - from) / every));
  return Array.from({ length: count }, (_, place) => timeOf(from + place * every));
}

function isOnClock(wall: string, zone: string): boolean {
  const instant = parseWallTime(`${wall}:00`, zone);
  return instant !== null && formatWallTime(instant, zone).slice(0, wall.length) === wall;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes;
}

function timeOf(minutes: number): string {
  return [Math.floor(minutes / HOUR), minutes % HOUR].map((part) => String(part).padStart(TWO, '0')).join(':');
}

/** How many of the booked wall times fall into each slot, also those between its beginning and its end. */
export function bookedIn(slots: readonly string[], slotTime: number, booked: readonly string[]): readonly number[] {
  const minutes = booked.map((wall) => [wall.slice(0, 10), minutesOf(wall.slice(11, 16))] as const);
  return slots.map((slot) => {
    const start = minutesOf(slot.slice(11));
    return minutes.filter(([day, at]) => day === slot.slice(0, 10) && at >= start && at < start + slotTime).length;
  });
}
