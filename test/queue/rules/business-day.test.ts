import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { businessDay, dayKey, nextReset, turnOfDay } from '../../../main/queue/rules/business-day.ts';

const at = (iso: string): number => Date.parse(iso);

describe('the business day', () => {
  it('begins at the reset time in the time zone of the location', () => {
    const tokyo = 'Asia/Tokyo';
    expect(businessDay(at('2026-11-20T14:59:59Z'), tokyo, '00:00')).toBe('2026-11-20');
    expect(businessDay(at('2026-11-20T15:00:00Z'), tokyo, '00:00')).toBe('2026-11-21');
    expect(nextReset(at('2026-11-20T14:00:00Z'), tokyo, '00:00')).toBe(at('2026-11-20T15:00:00Z'));
  });

  it('lasts until a reset in the middle of the next day', () => {
    expect(businessDay(at('2026-11-20T13:29:59Z'), 'UTC', '13:30')).toBe('2026-11-19');
    expect(businessDay(at('2026-11-20T13:30:00Z'), 'UTC', '13:30')).toBe('2026-11-20');
    expect(nextReset(at('2026-11-20T13:30:00Z'), 'UTC', '13:30')).toBe(at('2026-11-21T13:30:00Z'));
  });

  it('begins at the clock change if summer time skips the reset time', () => {
    expect(businessDay(at('2026-03-29T00:59:59Z'), 'Europe/Lisbon', '01:30')).toBe('2026-03-28');
    expect(businessDay(at('2026-03-29T01:00:00Z'), 'Europe/Lisbon', '01:30')).toBe('2026-03-29');
    // In Cairo, the clock change skips midnight.
    expect(businessDay(at('2026-04-23T21:59:59Z'), 'Africa/Cairo', '00:00')).toBe('2026-04-23');
    expect(businessDay(at('2026-04-23T22:00:00Z'), 'Africa/Cairo', '00:00')).toBe('2026-04-24');
  });

  it('begins once if the reset time occurs twice', () => {
    expect(businessDay(at('2026-10-25T00:29:00Z'), 'Europe/Lisbon', '01:30')).toBe('2026-10-24');
    expect(businessDay(at('2026-10-25T00:30:00Z'), 'Europe/Lisbon', '01:30')).toBe('2026-10-25');
    expect(businessDay(at('2026-10-25T01:15:00Z'), 'Europe/Lisbon', '01:30')).toBe('2026-10-25');
  });

  it('changes exactly at the next reset, and only to a later day', () => {
    const zones = ['Europe/Lisbon', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia'];
    const instants = fc.integer({ min: at('2010-01-01T00:00:00Z'), max: at('2035-01-01T00:00:00Z') });
    const resets = fc.constantFrom('00:00', '00:30', '02:15', '03:00', '12:00', '23:59');
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), resets, (instant, zone, reset) => {
        const day = businessDay(instant, zone, reset);
        const next = nextReset(instant, zone, reset);
        expect(next).toBeGreaterThan(instant);
        expect(businessDay(next - 1, zone, reset)).toBe(day);
        expect(businessDay(next, zone, reset) > day).toBe(true);
      }),
    );
  });
});

describe('a new business day of a queue', () => {
  const begins = (started: string, seen: string, day: string): boolean => turnOfDay(started, seen, day).begins;

  it('begins once, and not after a clock was set back and corrected', () => {
    expect(begins('2026-11-20 00:00', '2026-11-20 00:00', '2026-11-21 00:00')).toBe(true);
    expect(begins('2026-11-20 00:00', '2026-11-20 00:00', '2026-11-20 00:00')).toBe(false);
    expect(begins('2026-11-20 00:00', '2026-11-20 00:00', '1970-01-01 00:00')).toBe(false);
    expect(begins('2026-11-20 00:00', '1970-01-01 00:00', '2026-11-20 00:00')).toBe(false);
  });

  it('begins again after a clock that was years ahead has been corrected', () => {
    expect(begins('2031-01-01 00:00', '2031-01-01 00:00', '2026-11-20 00:00')).toBe(false);
    expect(begins('2031-01-01 00:00', '2026-11-20 00:00', '2026-11-21 00:00')).toBe(true);
  });

  it('continues days stored without a reset time', () => {
    expect(begins('2026-11-20', '2026-11-20', '2026-11-20 04:00')).toBe(false);
    expect(begins('2026-11-20', '2026-11-20', '2026-11-21 04:00')).toBe(true);
  });

  /** Resets of a location whose reset time changes, checked every minute. */
  function resetsOf(moves: Readonly<Record<string, string>>, from: string, until: string): string[] {
    const found: string[] = [];
    let resetTime = moves[from] ?? '00:00';
    let started = dayKey(at(`${from}:00Z`), 'UTC', resetTime);
    let seen = started;
    for (let now = at(`${from}:00Z`); now <= at(`${until}:00Z`); now += 60_000) {
      const minute = new Date(now).toISOString().slice(0, 16);
      resetTime = moves[minute] ?? resetTime;
      const day = dayKey(now, 'UTC', resetTime);
      if (day === started && day === seen) continue;
      const turn = turnOfDay(started, seen, day);
      if (turn.begins) found.push(minute);
      started = turn.started;
      seen = day;
    }
    return found;
  }

  it.each([
    ['moved to later that day', { '2026-11-20T10:00': '10:05' }, ['2026-11-20T10:05', '2026-11-21T10:05']],
    ['moved to an earlier time that day', { '2026-11-20T10:00': '06:00' }, ['2026-11-21T06:00']],
    ['moved and moved back', { '2026-11-20T10:00': '10:05', '2026-11-20T10:02': '00:00' }, ['2026-11-21T00:00']],
    [
      'moved twice',
      { '2026-11-20T10:00': '11:00', '2026-11-20T11:30': '12:00' },
      ['2026-11-20T11:00', '2026-11-20T12:00', '2026-11-21T12:00'],
    ],
    [
      'moved from noon to before now',
      { '2026-11-20T09:00': '12:00', '2026-11-20T11:00': '10:00' },
      ['2026-11-21T10:00'],
    ],
  ])('begins at the reset time in effect, which was %s', (_how, moves, resets) => {
    expect(resetsOf(moves, '2026-11-20T09:00', '2026-11-21T14:00')).toEqual(resets);
  });

  it('begins after several days of downtime in which the reset time was moved', () => {
    expect(begins('2026-11-20 00:00', '2026-11-20 00:00', '2026-11-23 06:00')).toBe(true);
  });
});
