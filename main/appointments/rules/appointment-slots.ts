/**
 * Bookable time slots of a service on a day.
 *
 * A grid of slots within the hours for appointments.
 */

import { formatWallTime, parseWallTime } from '../../lib/zone.ts';
import type { Appointment, Location, Service } from '../../site/contract/site.ts';
import { openDays } from '../../site/rules/opening-week.ts';

/** State of a valid appointment; 0 is cancelled. */
const BOOKED = 1;
const HOUR = 60;
const TWO = 2;

/**
 * Wall times `yyyy-mm-dd hh:mm` of a day `yyyy-mm-dd`, in order. Each slot ends before closing time, and the grid
 * restarts at each opening. A time skipped by the clocks is left out; a repeated one occurs once. Empty without slots
 * (`slot_time` 0).
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

/** Number of bookings in each slot, including times between its start and end. */
export function bookedIn(slots: readonly string[], slotTime: number, booked: readonly string[]): readonly number[] {
  const minutes = booked.map((wall) => [wall.slice(0, 10), minutesOf(wall.slice(11, 16))] as const);
  return slots.map((slot) => {
    const start = minutesOf(slot.slice(11));
    return minutes.filter(([day, at]) => day === slot.slice(0, 10) && at >= start && at < start + slotTime).length;
  });
}

/** Slot with a capacity: from `from` (included) to `until` (excluded), wall times `yyyy-mm-dd hh:mm` of one day. */
export interface Slot {
  readonly serviceId: string;
  readonly from: string;
  readonly until: string;
  readonly capacity: number;
}

type Booking = Pick<Appointment, 'id' | 'service' | 'state' | 'scheduled_to'>;

/** The slot that an appointment occupies; null without a capacity, or at a time outside all slots. */
export function slotTaken(
  { service: serviceId, state, scheduled_to }: Booking,
  service: Pick<Service, 'slot_time' | 'capacity' | 'app_schedule' | 'schedule'>,
  location: Pick<Location, 'timezone' | 'country' | 'schedule'>,
): Slot | null {
  const { capacity, slot_time } = service;
  if (state !== BOOKED || capacity <= 0 || slot_time <= 0) return null;
  const day = scheduled_to.slice(0, 10);
  const slots = slotsOf(service, location, day);
  const from = slots[bookedIn(slots, slot_time, [scheduled_to]).indexOf(1)];
  if (from === undefined) return null;
  return { serviceId, from, until: `${day} ${timeOf(minutesOf(from.slice(11)) + slot_time)}`, capacity };
}

/** Whether the bookings use up the slot's capacity for a new one. */
export function isFull({ serviceId, from, until, capacity }: Slot, booked: readonly Booking[], id: string): boolean {
  const there = booked.filter((each) => {
    const at = each.scheduled_to.slice(0, from.length);
    return each.state === BOOKED && each.service === serviceId && each.id !== id && at >= from && at < until;
  });
  return there.length >= capacity;
}
