import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { isOpen, nextChange, opensAt, scheduleFault } from '../../../main/site/rules/opening-hours.ts';

const LISBON = 'Europe/Lisbon';
const at = (text: string): number => Date.parse(text);
const iso = (instant: number | null): string | null => (instant === null ? null : new Date(instant).toISOString());

describe('opening hours', () => {
  it('are those of the wall clock of the place', () => {
    const schedule = { text: 'Mo-Fr 09:00-17:00', zone: 'America/New_York' };
    expect(isOpen(schedule, at('2026-11-20T13:59:00Z'))).toBe(false);
    expect(isOpen(schedule, at('2026-11-20T14:00:00Z'))).toBe(true);
    expect(isOpen(schedule, at('2026-11-20T22:00:00Z'))).toBe(false);
  });

  it('without any, are always open', () => {
    expect(isOpen({ text: ' ', zone: LISBON }, at('2026-11-20T03:00:00Z'))).toBe(true);
    expect(nextChange({ text: '', zone: LISBON }, 0)).toBeNull();
  });

  it.each([
    ['the day before summer time begins', '2026-03-28T12:00:00Z', '2026-03-29T08:00:00.000Z'],
    ['the day before summer time ends', '2026-10-24T17:00:00Z', '2026-10-25T09:00:00.000Z'],
    ['winter', '2026-01-10T18:00:00Z', '2026-01-11T09:00:00.000Z'],
    ['summer', '2026-07-10T18:00:00Z', '2026-07-11T08:00:00.000Z'],
  ])('open at nine in the morning: %s', (_when, now, opens) => {
    expect(iso(opensAt([{ text: 'Mo-Su 09:00-12:00', zone: LISBON }], at(now)))).toBe(opens);
  });

  it('that begin in the skipped hour begin when the clocks jump', () => {
    const night = { text: 'Mo-Su 01:30-03:30', zone: LISBON };
    expect(iso(nextChange(night, at('2026-03-29T00:10:00Z')))).toBe('2026-03-29T01:00:00.000Z');
    expect(isOpen(night, at('2026-03-29T01:00:00Z'))).toBe(true);
  });

  it('never change in the past when an hour comes twice', () => {
    const night = { text: 'Mo-Su 01:30-03:30', zone: LISBON };
    for (let now = at('2026-10-25T00:00:00Z'); now < at('2026-10-25T04:00:00Z'); now += 300_000) {
      expect(nextChange(night, now)).toBeGreaterThan(now);
    }
    expect(iso(nextChange(night, at('2026-10-25T01:10:00Z')))).toBe('2026-10-25T01:30:00.000Z');
  });

  it.each([
    'Mo-Su 01:30-03:30',
    'Mo-Su 00:30-02:15',
    'Mo-Su 01:15-01:45',
    'Su 02:00-24:00',
    '2026 Oct 25 01:20-02:10',
    'off',
  ])('change next at the same instant whether their state was asked for before or not: %s', (text) => {
    for (const change of ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z']) {
      for (let now = at(change) - 10_800_000; now < at(change) + 10_800_000; now += 1_500_000) {
        // Each text is kept apart, so nothing is known of this one.
        const direct = nextChange({ text: `${text}${' '.repeat(1 + (now % 997))}`, zone: LISBON }, now);
        for (let asked = now; asked > now - 7_200_000; asked -= 900_000) {
          const known = { text: `${text}${' '.repeat(1_000 + (asked % 991))}`, zone: LISBON };
          isOpen(known, asked);
          expect(nextChange(known, now), new Date(asked).toISOString()).toBe(direct);
        }
      }
    }
  });

  it('open together when the last of several opens', () => {
    const building = { text: 'Mo-Fr 08:00-18:00', zone: LISBON };
    const office = { text: 'Tu,Th 07:00-12:00', zone: LISBON };
    expect(iso(opensAt([building, office], at('2026-11-20T12:00:00Z')))).toBe('2026-11-24T08:00:00.000Z');
    expect(
      opensAt(
        [
          { text: 'Mo 09:00-10:00', zone: LISBON },
          { text: 'Tu 09:00-10:00', zone: LISBON },
        ],
        0,
      ),
    ).toBeNull();
    expect(opensAt([{ text: 'off', zone: LISBON }], 0)).toBeNull();
  });

  it('with changes of names only are evaluated for a year, not indefinitely', async () => {
    const texts = {
      'PH off': false,
      'Mo-Su 00:00-12:00 "a", 12:00-24:00 "b"': true,
      '24/7; PH 00:00-24:00 open': true,
    };
    // In a process of its own: nothing else could end one that never comes back.
    const child = fileURLToPath(new URL('hours-child.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [child, ...Object.keys(texts)], {
      env: { ...process.env, TZ: 'UTC' },
      timeout: 60_000,
    });
    const told = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(told).toEqual(Object.values(texts).map((open) => ({ fault: null, open, next: null, days: 7 })));
  });

  it('know the holidays of the country', () => {
    const office = { text: 'Mo-Fr 09:00-17:00; PH off', zone: LISBON, country: 'PT' };
    expect(isOpen(office, at('2026-06-10T10:00:00Z'))).toBe(false);
    expect(isOpen({ ...office, country: 'ES', zone: 'Europe/Madrid' }, at('2026-06-10T10:00:00Z'))).toBe(true);
  });

  it('that cannot be read say so', () => {
    expect(scheduleFault('Mo 25:00-26:00')).toContain('is not valid as opening hours');
    expect(scheduleFault('Mo-Fr 09:00-17:00')).toBeNull();
    expect(scheduleFault('PH off')).toContain('country');
  });
});

describe('an expensive schedule', () => {
  it.each<[string, string]>([
    ['blanks before', `${' '.repeat(3_000)}x`],
    ['tabs before', `${'\t'.repeat(3_000)}x`],
    ['blanks within', `Mo${' '.repeat(3_000)}x`],
    ['comments', '""'.repeat(1_500)],
    ['one word', 'a'.repeat(3_000)],
    ['signs', '½€'.repeat(1_500)],
  ])('is refused at once: %s', (_what, text) => {
    expect(scheduleFault(text)).toMatch(/^is not valid as opening hours/);
  });

  it('is none for its blanks alone', () => {
    expect(
      scheduleFault(`${' '.repeat(60)}Mo-Fr${' '.repeat(60)}09:00-17:00 "${'by appointment '.repeat(20)}"`),
    ).toBeNull();
  });
});
