/** Layout of the list's lines: readable lines, position of desks, and tags for names that would be unreadable. */
import { describe, expect, it } from 'vitest';
import {
  arrange,
  isTagInFocus,
  type Line,
  numbersShare,
  readableLines,
  widestLine,
} from '../../../renderer/display/line-room.ts';

const DESK = { label: 2.4, desk: 3, tag: 0.6 };
const LONG = { label: 2.4, desk: 12, tag: 0.6 };
const UNTAGGED = { ...LONG, tag: 0 };
const A042: Line = { label: 2.82, desk: 3, isTag: false };
const room = { width: 800, height: 820, least: 140 };
const lines = (line: Line, count: number) => Array.from({ length: count }, () => line);

describe('readable lines', () => {
  it.each([
    ['as many as the height has room for', lines(A042, 6), 6, room, 5],
    ['no more than the site wants', lines(A042, 6), 3, room, 3],
    ['also before the first call', [], 6, room, 5],
    ['more on a screen that is read from nearer', lines(A042, 6), 6, { ...room, least: 70 }, 6],
    ['one, where there is room for none', lines(A042, 6), 6, { ...room, height: 20 }, 1],
    ['just enough', lines(A042, 6), 6, { ...room, width: 900, height: 5 * 154 }, 5],
    ['a hair too little', lines(A042, 6), 6, { ...room, width: 900, height: 5 * 154 - 1 }, 4],
    ['more where the width keeps all letters small', lines(A042, 6), 6, { ...room, width: 400 }, 6],
  ])('%s', (_words, shown, wanted, place, fitting) => {
    expect(readableLines(shown, wanted, place)).toBe(fitting);
  });

  it('are fewer with desks below their numbers', () => {
    const below = { ...A042, label: 2.4 };
    const high = (count: number) => ({ ...room, height: count * 2.3 * 140 });
    expect(readableLines(lines(below, 6), 6, high(2), 'below')).toBe(2);
    expect(readableLines(lines(below, 6), 6, { ...room, height: high(2).height - 1 }, 'below')).toBe(1);
    // Letters that are limited by the width need less.
    const narrow = lines({ ...below, label: 3 }, 6);
    expect(readableLines(narrow, 6, { ...room, width: 400, height: 2 * 2.3 * 128 }, 'below')).toBe(2);
  });
});

it('numbers and desks have letters of one size, as long as both leave the other enough', () => {
  const share = (label: number, desk: number) => numbersShare([{ label, desk, isTag: false }]);
  expect([share(3, 3), share(2, 12), share(5, 1)]).toEqual([0.5, 0.34, 0.75]);
});

describe('desks in the list', () => {
  /** Room for a number, the space, and a desk of this width. */
  const widthFor = (ems: number) => ({ width: Math.ceil((ems * 140) / 0.96), least: 140 });
  const shown = (texts: Parameters<typeof arrange>[0], place: Parameters<typeof arrange>[1]) => {
    const { layout, lines: all } = arrange(texts, place);
    return [layout, ...all.map(({ desk, isTag }) => (isTag ? `tag ${desk}` : `name ${desk}`))];
  };

  it('are beside their numbers if that can be read', () => {
    expect(shown([DESK], widthFor(2.4 + 0.42 + 3))).toEqual(['beside', 'name 3']);
    // Before the width of the list is known.
    expect(shown([LONG], { width: 0, least: 140 })).toEqual(['beside', 'name 12']);
  });

  it('are below their numbers in one line, if beside them they cannot be read', () => {
    expect(shown([DESK], widthFor(5.7))).toEqual(['below', 'name 3']);
    expect(shown([DESK, { ...DESK, desk: 5.5 }], widthFor(5.7))).toEqual(['below', 'name 3', 'name 5.5']);
  });

  it('are named by their tag where no line is long enough for the name', () => {
    expect(shown([DESK, LONG], widthFor(6))).toEqual(['beside', 'name 3', 'tag 0.6']);
    expect(shown([DESK, LONG], widthFor(5.7))).toEqual(['beside', 'tag 0.6', 'tag 0.6']);
  });

  it('keep their name without a tag that is shorter, in smaller letters', () => {
    expect(shown([DESK, UNTAGGED], widthFor(6))).toEqual(['below', 'name 3', 'name 12']);
    expect(shown([LONG, UNTAGGED], widthFor(6))).toEqual(['beside', 'tag 0.6', 'name 12']);
    expect(shown([{ ...LONG, tag: 12 }], widthFor(6))).toEqual(['below', 'name 12']);
  });

  it('need the width of number and desk, or of the wider one', () => {
    expect(widestLine('beside', [A042])).toBeCloseTo(5.82);
    expect(widestLine('below', [{ ...A042, label: 2.4 }])).toBe(3);
    expect(widestLine('beside', [])).toBe(3);
  });
});

it('the large area shows the tag of a desk only where its name would be too small', () => {
  const focus = { width: 800, height: 850, least: 150 };
  expect(isTagInFocus({ desk: 5, tag: 1.8 }, focus)).toBe(false);
  expect(isTagInFocus({ desk: 6.4, tag: 1.8 }, focus)).toBe(true);
  expect(isTagInFocus({ desk: 6.4, tag: 0 }, focus)).toBe(false);
  expect(isTagInFocus({ desk: 6.4, tag: 6.4 }, focus)).toBe(false);
  // The height keeps every letter smaller than the distance needs.
  expect(isTagInFocus({ desk: 6.4, tag: 1.8 }, { ...focus, height: 400 })).toBe(false);
  // Before the size of the area is known.
  expect(isTagInFocus({ desk: 6.4, tag: 1.8 }, { ...focus, width: 0 })).toBe(false);
});
