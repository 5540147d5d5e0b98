/** Letters in millimetres, and the distance from which they are read. */
import { describe, expect, it } from 'vitest';
import { leastLetters, NO_LETTERS, readableCm, worstLetters } from '../../../renderer/display/legibility.ts';

/** 43 inches of a full-HD screen: half a millimetre a pixel, almost. */
const FULL_HD = { innerWidth: 1920, innerHeight: 1080, screen: { width: 1920, height: 1080 } } as Window;
const MM = Math.hypot(1920, 1080) / (43 * 25.4);

describe('letters of a display', () => {
  it('have capitals of a two-hundredth of the distance', () => {
    expect(leastLetters(43, 10, 0.5, FULL_HD)).toBeCloseTo((50 * MM) / 0.5);
    expect(leastLetters(86, 10, 0.5, FULL_HD)).toBeCloseTo((25 * MM) / 0.5);
    expect(leastLetters(43, 5, 0.5, FULL_HD)).toBeCloseTo((25 * MM) / 0.5);
  });

  it('use 43 inches where the screen size is unknown', () => {
    expect(leastLetters(0, 10, 0.7, FULL_HD)).toBe(leastLetters(43, 10, 0.7, FULL_HD));
  });

  it('are read from two hundred times the height of their capitals', () => {
    expect(readableCm((50 * MM) / 0.7, 43, 0.7, FULL_HD)).toBe(1001);
    expect(readableCm((25 * MM) / 0.7, 43, 0.7, FULL_HD)).toBe(501);
  });
});

describe('the report of a display’s letters to staff', () => {
  const now = { of: '43,10', cm: 1200, lines: 5 };

  it('is the worst that was drawn', () => {
    const worse = worstLetters(now, { ...now, cm: 700 });
    expect(worse).toEqual({ ...now, cm: 700 });
    expect(worstLetters(worse, now)).toBe(worse);
    expect(worstLetters(now, { ...now, lines: 4 }).lines).toBe(4);
  });

  it('keeps its value when a drawing has no list, and resets with another screen', () => {
    expect(worstLetters(now, { ...now, lines: 0 })).toBe(now);
    expect(worstLetters({ ...now, lines: 0 }, now)).toEqual(now);
    expect(worstLetters(now, { of: '55,10', cm: 1500, lines: 6 })).toEqual({ of: '55,10', cm: 1500, lines: 6 });
    expect(worstLetters(NO_LETTERS, now)).toBe(now);
  });
});
