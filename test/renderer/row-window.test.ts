/** Which rows of a long table are drawn. */
import { describe, expect, it } from 'vitest';
import { MAX_WHOLE_ROWS, windowOf } from '../../renderer/shared/components/row-window.ts';

const rows = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `row ${index}`);
const id = (row: string): string => row;
const NONE: ReadonlyMap<string, number> = new Map();
const heightOf = ({ drawn, end }: ReturnType<typeof windowOf<string>>, heights = NONE): number =>
  drawn.reduce((sum, { id: each, gap }) => sum + gap + (heights.get(each) ?? 48), end);

describe('a table', () => {
  it('is drawn whole up to 60 rows', () => {
    const { drawn, end } = windowOf(rows(MAX_WHOLE_ROWS), id, NONE, { top: 0, height: 480, focused: undefined });
    expect(drawn).toHaveLength(60);
    expect(drawn.every(({ gap }) => gap === 0)).toBe(true);
    expect(end).toBe(0);
  });

  it('draws the rows in view and some around, in the height of all', () => {
    const part = windowOf(rows(300), id, NONE, { top: 100 * 48, height: 480, focused: undefined });
    const indexes = part.drawn.map(({ index }) => index);
    expect(indexes).toContain(100);
    expect(indexes).toContain(109);
    expect(indexes.length).toBeLessThan(60);
    expect(part.drawn[0]?.gap).toBe((indexes[0] ?? 0) * 48);
    expect(heightOf(part)).toBe(300 * 48);
  });

  it('keeps the row with the focus, wherever it is', () => {
    const part = windowOf(rows(300), id, NONE, { top: 200 * 48, height: 480, focused: 'row 3' });
    expect(part.drawn[0]).toEqual({ row: 'row 3', id: 'row 3', index: 3, gap: 3 * 48 });
    expect(heightOf(part)).toBe(300 * 48);
  });

  it('takes measured heights, and their mean for other rows', () => {
    const heights = new Map([
      ['row 0', 40],
      ['row 1', 80],
    ]);
    const part = windowOf(rows(100), id, heights, { top: 0, height: 120, focused: undefined });
    expect(part.end).toBe((100 - part.drawn.length) * 60);
    expect(part.drawn.slice(0, 3).map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('draws its last rows at the end, and after rows have gone', () => {
    const atEnd = windowOf(rows(300), id, NONE, { top: 290 * 48, height: 480, focused: undefined });
    expect(atEnd.drawn.at(-1)?.index).toBe(299);
    expect(atEnd.end).toBe(0);
    const shorter = windowOf(rows(80), id, NONE, { top: 290 * 48, height: 480, focused: undefined });
    expect(shorter.drawn.at(-1)?.index).toBe(79);
  });
});
