import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import type { EventTicket } from '../../../main/events/contract/events.ts';
import type { CounterService } from '../../../main/queue/contract/rest/counters.ts';
import { callableCount, lateness, waitTime } from '../../../renderer/counter/amounts.ts';

describe('callableCount', () => {
  it('counts the visitors that are callable at this desk, not those for others or not due', () => {
    const counts = { own: 1, next: 500, others: 200, later: 130, paused: 3, cancelled: 4 };
    expect(callableCount({ counts })).toBe(501);
  });
});

describe('waitTime', () => {
  const t = ((key: string) => key) as TFunction;

  it.each([
    [59_000, 'en', 'duration.none'],
    [20 * 60_000 + 59_000, 'en', '20 min'],
    [94 * 60_000, 'de', '1 h 34'],
  ])('shows %i ms in %s as %s', (ms, lang, words) => {
    expect(waitTime(ms, t, lang)).toBe(words);
  });
});

describe('lateness', () => {
  const MINUTE_MS = 60_000;
  const START = Date.parse('2026-11-20T09:00:00Z');
  const at = (minutes: number, service?: Partial<CounterService>, ticket: Partial<EventTicket> = {}) => {
    const waiting = { flags: 0, scheduled_at: '', waiting_since: new Date(START).toISOString(), ...ticket };
    return lateness(waiting as EventTicket, service as CounterService, START + minutes * MINUTE_MS);
  };

  it.each([
    [19, ''],
    [20, 'near'],
    [31, 'late'],
    [61, 'veryLate'],
  ])('of a service without an expected wait after %i minutes is "%s"', (minutes, expected) => {
    expect(at(minutes)).toBe(expected);
  });

  it('follows the expected wait of the service', () => {
    expect([3, 4, 6, 11].map((minutes) => at(minutes, { expected_wait: 300 }))).toEqual([
      '',
      'near',
      'late',
      'veryLate',
    ]);
  });

  it('begins with the booked time of an appointment', () => {
    const booked = { flags: 2, scheduled_at: new Date(START + 60 * MINUTE_MS).toISOString() };
    expect([59, 61, 91].map((minutes) => at(minutes, undefined, booked))).toEqual(['', 'late', 'veryLate']);
  });
});
