/** How many lines of the list can be read from the chairs, and how a line is shared between number and desk. */
import { describe, expect, it } from 'vitest';
import { fitDesk, numbersShare, readableLines } from '../../../renderer/display/line-room.ts';

const A042 = { label: 2.4, desk: 3, brokenDesk: 2.2 };
const LONG = { label: 2.4, desk: 12, brokenDesk: 7 };
const room = { width: 800, height: 820, least: 140, lineHeight: 1.1 };
const lines = (text: typeof A042, count: number) => Array.from({ length: count }, () => text);

describe('lines that can be read', () => {
  it.each([
    ['as many as the height has room for', lines(A042, 6), 6, room, 5],
    ['no more than the site wants', lines(A042, 6), 3, room, 3],
    ['also where nobody has been called yet', [], 6, room, 5],
    ['more on a screen that is read from nearer', lines(A042, 6), 6, { ...room, least: 70 }, 6],
    ['one, where there is room for none', lines(A042, 6), 6, { ...room, height: 20 }, 1],
    ['just enough', lines(A042, 6), 6, { ...room, height: 5 * 154 }, 5],
    ['a hair too little', lines(A042, 6), 6, { ...room, height: 5 * 154 - 1 }, 4],
    [
      'more where the width keeps all letters small',
      lines({ ...A042, brokenDesk: 3 }, 6),
      6,
      { ...room, width: 400 },
      6,
    ],
    // Its letters are kept small by the width: two lines of them are hardly higher than one that can be read.
    ['as many with a desk that no letters would let be read', lines(LONG, 6), 6, room, 5],
    ['fewer where desks need two lines', lines({ ...A042, desk: 6, brokenDesk: 3 }, 6), 6, room, 2],
    [
      'fewer still where two lines are higher',
      lines({ ...A042, desk: 6, brokenDesk: 3 }, 6),
      6,
      { ...room, height: 3 * 308, lineHeight: 1.35 },
      2,
    ],
    ['those before a desk of two lines', [A042, A042, A042, { ...A042, desk: 6, brokenDesk: 3 }], 4, room, 3],
  ])('%s', (_words, texts, wanted, place, fitting) => {
    expect(readableLines(texts, wanted, place)).toBe(fitting);
  });
});

it('numbers and desks have letters of one size, as long as both leave the other enough', () => {
  const wide = { width: 1000, least: 100 };
  expect(numbersShare([{ label: 3, desk: 3, brokenDesk: 2 }], wide)).toBe(0.5);
  expect(numbersShare([{ label: 2, desk: 4.7, brokenDesk: 2 }], wide)).toBe(0.5);
  expect(numbersShare([LONG], wide)).toBe(0.34);
  expect(numbersShare([{ label: 5, desk: 1, brokenDesk: 1 }], wide)).toBe(0.6);
  // Too wide to be read in one line: as if it were broken already.
  expect(numbersShare([{ label: 3, desk: 4.5, brokenDesk: 3 }], { width: 700, least: 100 })).toBe(0.5);
});

it('a desk is broken into two lines only where it cannot be read in one', () => {
  expect(fitDesk(A042, 0.45, { ...room, width: 700 })).toEqual({ em: 2.2, lines: 2 });
  expect(fitDesk(A042, 0.45, { ...room, width: 900 })).toEqual({ em: 3, lines: 1 });
  expect(fitDesk({ label: 2, desk: 9, brokenDesk: 9 }, 0.45, room)).toEqual({ em: 9, lines: 1 });
});
