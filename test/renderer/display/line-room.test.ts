/** How many lines of the list can be read from the chairs, and how a line is shared between number and desk, or has one below the other. */
import { describe, expect, it } from 'vitest';
import {
  fitDesk,
  isBroken,
  layoutOf,
  numbersShare,
  readableLines,
  stackOf,
} from '../../../renderer/display/line-room.ts';

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

it('desks are below their numbers where half a letter between them would make letters too small for the distance', () => {
  // 2.4, 0.42 and 3 letters beside each other, and what stays free.
  const enough = { width: Math.ceil((5.82 * 140) / 0.96), least: 140 };
  expect(layoutOf([A042], enough)).toBe('beside');
  expect(layoutOf([A042], { ...enough, width: enough.width - 2 })).toBe('below');
  // Before it is known how wide the list is.
  expect(layoutOf([A042], { ...enough, width: 0 })).toBe('beside');
  // One that is long stands in two lines beside its number.
  expect(layoutOf([{ ...A042, desk: 6, brokenDesk: 3 }], enough)).toBe('beside');
  expect(layoutOf([A042, LONG], enough)).toBe('below');
});

it('a number with its desk below it is as high as both and a little more, and fewer of them can be read', () => {
  expect(stackOf(1, room)).toBeCloseTo(2.3);
  expect(stackOf(2, { lineHeight: 1.3 })).toBeCloseTo(3.8);
  const high = (count: number) => ({ ...room, height: count * 2.3 * 140 });
  expect(readableLines(lines(A042, 6), 6, high(2), 'below')).toBe(2);
  expect(readableLines(lines(A042, 6), 6, { ...room, height: high(2).height - 1 }, 'below')).toBe(1);
  // What the width keeps small needs less.
  const narrow = lines({ label: 3, desk: 3, brokenDesk: 3 }, 6);
  expect(readableLines(narrow, 6, { ...room, width: 400, height: 2 * 2.3 * 128 }, 'below')).toBe(2);
});

it('a desk of the large place is broken where that makes its letters larger, and only then', () => {
  const place = { width: 0.95, heights: { 1: 0.28, 2: 0.25 } };
  const focus = { width: 800, height: 850, least: 150, lineHeight: 1.1 };
  expect(isBroken({ desk: 5, brokenDesk: 3.4 }, place, focus)).toBe(false);
  expect(isBroken({ desk: 6.4, brokenDesk: 5 }, place, focus)).toBe(true);
  expect(isBroken({ desk: 6.4, brokenDesk: 6.4 }, place, focus)).toBe(false);
  // The number would be no larger than the desk.
  expect(isBroken({ desk: 6.4, brokenDesk: 5 }, place, { ...focus, height: 640, lineHeight: 1.3 })).toBe(false);
  expect(isBroken({ desk: 6.4, brokenDesk: 5 }, place, { ...focus, lineHeight: 1.3 })).toBe(true);
  // Before it is known how large the place is.
  expect(isBroken({ desk: 6.4, brokenDesk: 5 }, place, { ...focus, width: 0 })).toBe(false);
});
