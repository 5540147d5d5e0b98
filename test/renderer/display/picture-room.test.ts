/** Pictures beside a call and on an idle display have a quarter of the screen, or none. */
import { describe, expect, it } from 'vitest';
import { idleRoom, type PictureScreen, pictureRoom } from '../../../renderer/display/picture-room.ts';

const ACROSS = { width: 1920, height: 1080 };
const UPRIGHT = { width: 1080, height: 1920 };
const screen = (more: Partial<PictureScreen>): PictureScreen => ({
  ...ACROSS,
  least: 0,
  lineEms: 4.6,
  lines: 6,
  isTwofold: false,
  ...more,
});

describe('pictures beside a call', () => {
  it.each([
    ['across, beside a list', screen({}), 0.598],
    ['upright, below a list', screen(UPRIGHT), 0.96],
    ['upright, without a list', screen({ ...UPRIGHT, lines: 0 }), 0.96],
    ['across, read from three metres', screen({ least: 50 }), 0.598],
  ])('have a quarter of the screen or more, %s', (_case, shown, column) => {
    const { pictures } = pictureRoom(shown);
    expect((pictures * shown.width * column) / (shown.width * shown.height)).toBeGreaterThanOrEqual(0.25);
  });

  it.each([
    ['the call would be too small to read from ten metres', screen({ least: 150 })],
    ['the list would be too small to read from ten metres', screen({ ...UPRIGHT, least: 150 })],
    ['the call in two languages needs the room', screen({ least: 75, isTwofold: true })],
  ])('are left out if %s', (_case, shown) => {
    expect(pictureRoom(shown).pictures).toBe(0);
  });

  it('leave call and list their minimum on a screen in portrait', () => {
    const { pictures, call, list } = pictureRoom(screen(UPRIGHT));
    expect([call, list].map((height) => height / 10.8)).toEqual([44, 30].map((each) => expect.closeTo(each)));
    expect(pictures + call + list).toBeLessThan(UPRIGHT.height);
  });
});

describe('an idle display', () => {
  const parts = {
    width: 1000,
    height: 900,
    screen: 2_000_000,
    gap: 20,
    wordsBeside: 100,
    wordsAlone: 300,
    rows: [100, 100, 100],
  };

  it('has pictures on a quarter of the screen, and as many rows of queues as fit beside them', () => {
    // 505 of 900 are for pictures, 120 for the words: two rows have 137 each.
    expect(idleRoom(parts)).toEqual({ hasPictures: true, rows: 2 });
    expect(idleRoom({ ...parts, height: 1100 })).toEqual({ hasPictures: true, rows: 3 });
    expect(idleRoom({ ...parts, height: 630 })).toEqual({ hasPictures: true, rows: 0 });
  });

  it('has no pictures where a quarter does not fit, and then the rows that fit below the brand', () => {
    expect(idleRoom({ ...parts, height: 620 })).toEqual({ hasPictures: false, rows: 2 });
    expect(idleRoom({ ...parts, wordsBeside: null })).toEqual({ hasPictures: false, rows: 3 });
    expect(idleRoom({ ...parts, wordsBeside: null, height: 200 })).toEqual({ hasPictures: false, rows: 0 });
  });
});
