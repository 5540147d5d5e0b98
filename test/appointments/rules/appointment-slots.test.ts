import { describe, expect, it } from 'vitest';
import { bookedIn, isFull, slotsOf, slotTaken } from '../../../main/appointments/rules/appointment-slots.ts';

const LISBON = { timezone: 'Europe/Lisbon', country: 'PT', schedule: '' };
const service = (slot_time: number, app_schedule: string, schedule = ''): Parameters<typeof slotsOf>[0] => ({
  slot_time,
  app_schedule,
  schedule,
});
const times = (...given: Parameters<typeof slotsOf>): readonly string[] =>
  slotsOf(...given).map((wall) => wall.slice(11));

describe('the slots of a day', () => {
  it('end before the place closes, and begin anew after a break', () => {
    const split = service(25, 'Mo-Fr 09:00-10:00,14:10-15:00');
    expect(slotsOf(split, LISBON, '2026-11-23')).toEqual([
      '2026-11-23 09:00',
      '2026-11-23 09:25',
      '2026-11-23 14:10',
      '2026-11-23 14:35',
    ]);
    expect(times(split, LISBON, '2026-11-22')).toEqual([]);
  });

  it('are within the hours of the service where there are none for appointments, and always within those of the place', () => {
    expect(times(service(30, '', 'Mo 09:00-10:00'), LISBON, '2026-11-23')).toEqual(['09:00', '09:30']);
    const closed = { ...LISBON, schedule: 'Mo-Fr 09:30-18:00; PH off' };
    expect(times(service(30, 'Mo-Fr 09:00-10:30'), closed, '2026-11-23')).toEqual(['09:30', '10:00']);
    expect(times(service(30, 'Mo-Fr 09:00-10:30'), closed, '2026-12-25')).toEqual([]);
  });

  it('are those that the clock shows, each once, on the days when it is put forward and back', () => {
    const early = service(30, 'Mo-Su 00:00-03:00');
    expect(times(early, LISBON, '2026-03-29')).toEqual(['00:00', '00:30', '02:00', '02:30']);
    expect(times(early, LISBON, '2026-10-25')).toEqual(['00:00', '00:30', '01:00', '01:30', '02:00', '02:30']);
  });

  it('are none where no length is given, or the day is none', () => {
    expect(times(service(0, 'Mo-Su 09:00-10:00'), LISBON, '2026-11-23')).toEqual([]);
    expect(times(service(30, ''), LISBON, 'tomorrow')).toEqual([]);
  });
});

describe('what is booked', () => {
  it('counts in the slot that it falls into, and nowhere outside of the slots or on another day', () => {
    const slots = ['2026-11-23 09:00', '2026-11-23 09:20', '2026-11-23 14:00'];
    const booked = ['23 09:00:00', '23 09:19:59', '23 09:20:00', '23 09:40:00', '24 14:00:00'].map(
      (at) => `2026-11-${at}`,
    );
    expect(bookedIn(slots, 20, booked)).toEqual([2, 1, 0]);
  });
});

describe('a place in a slot', () => {
  const bounded = { ...service(20, 'Mo-Fr 09:00-10:00'), capacity: 2 };
  const booked = (id: string, time: string, state = 1) => ({
    id,
    service: 'passports',
    state,
    scheduled_to: `2026-11-23 ${time}:00`,
  });

  it('is taken by who is booked from its beginning on and before its end', () => {
    const slot = { serviceId: 'passports', from: '2026-11-23 09:20', until: '2026-11-23 09:40', capacity: 2 };
    expect(slotTaken(booked('a', '09:20'), bounded, LISBON)).toEqual(slot);
    expect(slotTaken(booked('a', '09:39'), bounded, LISBON)).toEqual(slot);
    expect(slotTaken(booked('a', '09:40'), bounded, LISBON)?.from).toBe('2026-11-23 09:40');
  });

  it('is needed by nobody who was called off, comes outside the hours, or where nothing is bounded', () => {
    expect(slotTaken(booked('a', '09:20', 0), bounded, LISBON)).toBeNull();
    expect(slotTaken(booked('a', '10:00'), bounded, LISBON)).toBeNull();
    expect(slotTaken(booked('a', '09:20'), { ...bounded, capacity: 0 }, LISBON)).toBeNull();
    expect(slotTaken(booked('a', '09:20'), { ...bounded, slot_time: 0 }, LISBON)).toBeNull();
  });

  it('is left while fewer others have one', () => {
    const slot = slotTaken(booked('a', '09:20'), bounded, LISBON);
    if (slot === null) throw new Error('There is no slot.');
    const others = [booked('b', '09:20'), booked('c', '09:30', 0), booked('d', '09:40')];
    expect(isFull(slot, others, 'a')).toBe(false);
    expect(isFull(slot, [...others, booked('e', '09:39')], 'a')).toBe(true);
    expect(isFull(slot, [...others, booked('a', '09:39')], 'a')).toBe(false);
    expect(isFull(slot, [...others, { ...booked('e', '09:39'), service: 'taxes' }], 'a')).toBe(false);
  });
});
