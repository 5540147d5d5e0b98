import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatWallTime, instantFrom, isZone, parseWallTime, zoneOffset } from '../../main/lib/zone.ts';

const LISBON = 'Europe/Lisbon';
const at = (iso: string): number => Date.parse(iso);

describe('the wall clock of a zone', () => {
  it('shows summer and winter time', () => {
    expect(formatWallTime(at('2026-07-01T12:00:00Z'), LISBON)).toBe('2026-07-01 13:00:00');
    expect(formatWallTime(at('2026-12-01T12:00:00Z'), LISBON)).toBe('2026-12-01 12:00:00');
    expect(formatWallTime(at('2026-12-31T23:30:15Z'), 'Asia/Kathmandu')).toBe('2027-01-01 05:15:15');
    expect(formatWallTime(at('2026-01-01T00:30:00Z'), 'America/St_Johns')).toBe('2025-12-31 21:00:00');
  });

  it('changes at the very instant of the change', () => {
    expect(formatWallTime(at('2026-03-29T00:59:59.999Z'), LISBON)).toBe('2026-03-29 00:59:59');
    expect(formatWallTime(at('2026-03-29T01:00:00Z'), LISBON)).toBe('2026-03-29 02:00:00');
    expect(formatWallTime(at('2026-10-25T00:59:59Z'), LISBON)).toBe('2026-10-25 01:59:59');
    expect(formatWallTime(at('2026-10-25T01:00:00Z'), LISBON)).toBe('2026-10-25 01:00:00');
    expect(zoneOffset(at('2026-04-04T15:00:00Z'), 'Australia/Lord_Howe')).toBe(10.5 * 3_600_000);
  });

  it('takes a time that comes twice as the first, and refuses one that is skipped', () => {
    expect(parseWallTime('2026-10-25 01:30:00', LISBON)).toBe(at('2026-10-25T00:30:00Z'));
    expect(parseWallTime('2026-03-29 01:30:00', LISBON)).toBeNull();
    expect(parseWallTime('2026-03-29 02:00:00', LISBON)).toBe(at('2026-03-29T01:00:00Z'));
  });

  it('refuses every other form and every date that no calendar has', () => {
    const bad = ['', '2026-02-30 10:00:00', '2026-13-01 10:00:00', '2026-00-10 10:00:00', '2026-01-01 24:00:00'];
    bad.push('2026-01-01 10:60:00', '2026-01-01 10:00:60', '2026-1-01 10:00:00', '2026-01-01T10:00:00');
    bad.push('2026-01-01 10:00', '2026-01-01 10:00:00Z', ' 2026-01-01 10:00:00', '2025-02-29 10:00:00');
    for (const text of bad) expect(parseWallTime(text, LISBON), text).toBeNull();
    expect(parseWallTime('2024-02-29 10:00:00', 'UTC')).toBe(at('2024-02-29T10:00:00Z'));
  });

  it('reads back what it writes, apart from the second hour of an overlap', () => {
    const zones = ['UTC', LISBON, 'America/Sao_Paulo', 'Asia/Kolkata', 'Pacific/Apia', 'Africa/Casablanca'];
    const instants = fc.integer({ min: at('1975-01-01T00:00:00Z') / 1000, max: at('2060-01-01T00:00:00Z') / 1000 });
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (seconds, zone) => {
        const text = formatWallTime(seconds * 1000, zone);
        const back = parseWallTime(text, zone);
        expect(back).not.toBeNull();
        expect(formatWallTime(back ?? 0, zone)).toBe(text);
        expect(back).toBeLessThanOrEqual(seconds * 1000);
      }),
    );
  });

  it('finds the moment of the change for a time that is skipped', () => {
    expect(instantFrom(at('2026-03-29T01:30:00Z'), LISBON)).toBe(at('2026-03-29T01:00:00Z'));
    expect(instantFrom(at('2026-03-29T12:00:00Z'), LISBON)).toBe(at('2026-03-29T11:00:00Z'));
  });

  it('knows which zones exist', () => {
    expect(isZone('America/New_York')).toBe(true);
    expect(isZone('Mars/Olympus')).toBe(false);
    expect(isZone('')).toBe(false);
  });
});
