import { describe, expect, it } from 'vitest';
import { createWedge, type Wedge } from '../../renderer/kiosk/wedge.ts';

/** Types the keys with that many milliseconds between them, and says what came of it. */
function type(wedge: Wedge, keys: readonly string[], gapMs: number | readonly number[], startAt = 1_000) {
  let at = startAt;
  const swallowed: boolean[] = [];
  const scans: string[] = [];
  keys.forEach((key, index) => {
    if (index > 0) at += typeof gapMs === 'number' ? gapMs : (gapMs[index - 1] ?? 10);
    const verdict = wedge.key(key, at);
    swallowed.push(verdict.swallow);
    if (verdict.scan !== null) scans.push(verdict.scan.text);
  });
  return { swallowed, scans, at };
}

const CARD = [...'0004A1B2'];

describe('a reader whose address says how it types', () => {
  const SLOW = { maxMedianGapMs: 60, minLength: 4 };

  it('may be slow, and its codes short', () => {
    expect(type(createWedge(), [...'A123', 'Enter'], 50).scans).toEqual([]);
    expect(
      type(
        createWedge(() => SLOW),
        [...'A123', 'Enter'],
        50,
      ).scans,
    ).toEqual(['A123']);
    expect(
      type(
        createWedge(() => SLOW),
        [...'A12', 'Enter'],
        50,
      ).scans,
    ).toEqual([]);
  });

  it('is still no person', () => {
    expect(
      type(
        createWedge(() => SLOW),
        [...'A123', 'Enter'],
        80,
      ).scans,
    ).toEqual([]);
  });

  it('reports its keys too, also those without a character or with two in the keyboard layout', () => {
    const wedge = createWedge();
    const keys = [
      ['Dead', 'BracketLeft'],
      ['ش', 'KeyA'],
      ['لا', 'KeyB'],
      ['1', 'Digit1'],
      ['2', 'Digit2'],
      ['3', 'Digit3'],
      ['4', 'Digit4'],
    ] as const;
    for (const [at, [key, code]] of keys.entries()) wedge.key(key, 1_000 + at * 10, { code });
    expect(wedge.silence()?.keys).toEqual(keys.map(([, code]) => ({ code })));
  });
});

describe('a card reader that types', () => {
  it('is recognised by its final Enter, which the page does not receive', () => {
    const { scans, swallowed } = type(createWedge(), [...CARD, 'Enter'], 12);
    expect(scans).toEqual(['0004A1B2']);
    expect(swallowed.at(-1)).toBe(true);
  });

  it('is heard when it ends with Tab', () => {
    expect(type(createWedge(), [...CARD, 'Tab'], 20).scans).toEqual(['0004A1B2']);
  });

  it('is heard when it ends with nothing but silence', () => {
    const wedge = createWedge();
    type(wedge, CARD, 15);
    expect(wedge.silence()?.text).toBe('0004A1B2');
    expect(wedge.silence()).toBeNull();
  });

  it('is heard before the next key when the page was too busy to notice the silence', () => {
    const wedge = createWedge();
    const { at } = type(wedge, CARD, 15);
    expect(wedge.key('7', at + 500).scan?.text).toBe('0004A1B2');
  });

  it('keeps upper case, and lets Shift be', () => {
    const keys = ['Shift', 'A', 'b', 'Shift', 'C', '1', '2', '3', 'Enter'];
    expect(type(createWedge(), keys, 9).scans).toEqual(['AbC123']);
  });

  it('is no card while the head of its text went by before a reader was expected', () => {
    const wedge = createWedge();
    wedge.missed(990);
    const { scans, swallowed, at } = type(wedge, [...CARD, 'Enter'], 10);
    expect(scans).toEqual([]);
    expect(swallowed).not.toContain(false);
    expect(type(wedge, [...CARD, 'Enter'], 10, at + 200).scans).toEqual(['0004A1B2']);
  });

  it('may stumble once, up to 80 ms', () => {
    const gaps = [10, 10, 79, 10, 10, 10, 10, 10];
    expect(type(createWedge(), [...CARD, 'Enter'], gaps).scans).toEqual(['0004A1B2']);
    const broken = [10, 10, 81, 10, 10, 10, 10, 10];
    expect(type(createWedge(), [...CARD, 'Enter'], broken).scans).toEqual([]);
  });

  it('that repeats itself within three seconds is heard once', () => {
    const wedge = createWedge();
    const first = type(wedge, [...CARD, 'Enter'], 10);
    const second = type(wedge, [...CARD, 'Enter'], 10, first.at + 1_000);
    expect(second.scans).toEqual([]);
    expect(second.swallowed.at(-1)).toBe(true);
    expect(type(wedge, [...CARD, 'Enter'], 10, second.at + 3_100).scans).toEqual(['0004A1B2']);
  });

  it('is heard with a second card at once', () => {
    const wedge = createWedge();
    const first = type(wedge, [...CARD, 'Enter'], 10);
    expect(type(wedge, [...'99887766', 'Enter'], 10, first.at + 400).scans).toEqual(['99887766']);
  });

  it('is no card with five characters, but its Enter is still consumed', () => {
    const { scans, swallowed } = type(createWedge(), [...'12345', 'Enter'], 10);
    expect(scans).toEqual([]);
    expect(swallowed.at(-1)).toBe(true);
  });

  it('presses nothing with an Enter that comes late', () => {
    const wedge = createWedge();
    const { at } = type(wedge, CARD, 10);
    wedge.silence();
    expect(wedge.key('Enter', at + 200).swallow).toBe(true);
    expect(wedge.key('Enter', at + 900).swallow).toBe(false);
  });

  it('presses nothing with a space inside its text', () => {
    const { scans, swallowed } = type(createWedge(), [...'AB 12 CD', 'Enter'], 60);
    expect(scans).toEqual([]);
    expect(swallowed[2]).toBe(true);
    expect(type(createWedge(), [...'AB 12 CD', 'Enter'], 10).scans).toEqual(['AB 12 CD']);
  });
});

describe('a person who types', () => {
  it('passes through, the Enter too', () => {
    const { scans, swallowed } = type(createWedge(), [...'passport', 'Enter'], 130);
    expect(scans).toEqual([]);
    expect(swallowed).not.toContain(true);
  });

  it('is not taken for a reader when fast, 85 ms a key', () => {
    const { scans } = type(createWedge(), [...'passports', 'Enter'], 85);
    expect(scans).toEqual([]);
  });

  it('may press Enter or Space alone', () => {
    const wedge = createWedge();
    expect(wedge.key('Enter', 5_000).swallow).toBe(false);
    expect(wedge.key(' ', 6_000).swallow).toBe(false);
    expect(wedge.key('Tab', 7_000).swallow).toBe(false);
  });

  it('walks with the arrows', () => {
    const { swallowed } = type(createWedge(), ['ArrowDown', 'ArrowDown', 'Enter'], 15);
    expect(swallowed).not.toContain(true);
  });
});
