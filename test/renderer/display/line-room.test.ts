/** How many lines of the list can be read from the chairs. */
import { describe, expect, it } from 'vitest';
import { readableLines } from '../../../renderer/display/line-room.ts';

describe('lines that can be read', () => {
  it.each([
    ['a full-HD screen, its whole height', 820, 1080, 6],
    ['the same in 4K', 1640, 2160, 6],
    ['an upright screen', 720, 1080, 6],
    ['a small screen', 300, 768, 3],
    ['room that is just enough', 6 * 117.72, 1080, 6],
    ['no room at all', 0, 1080, 1],
  ])('%s', (_words, height, shorterSide, lines) => {
    expect(readableLines(height, shorterSide)).toBe(lines);
  });
});
