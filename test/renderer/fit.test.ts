import { describe, expect, it } from 'vitest';
import { type FitArea, layOut, type Measured, ordinaryCapacity } from '../../renderer/kiosk/fit.ts';

function room(change: Partial<FitArea> & Pick<FitArea, 'measure'>): FitArea {
  return {
    width: 1000,
    height: 1000,
    gap: 10,
    minColumnWidth: 400,
    minJoinedWidth: 400,
    maxColumnWidth: 1100,
    pagerHeight: 90,
    pagerWidth: 0,
    fewest: 4,
    ...change,
  };
}

const alike = (count: number, height: number, squeezed = false): Measured => ({
  heights: Array<number>(count).fill(height),
  squeezed,
});

describe('the layout of the choices', () => {
  it('puts few choices into one column, which grow to three and a half times their height', () => {
    const layout = layOut(room({ measure: () => alike(3, 80) }));
    expect(layout).toEqual({ columns: 1, pages: [3], detail: 'full', rowHeight: 280 });
  });

  it('takes a second column before a second page', () => {
    const layout = layOut(room({ measure: () => alike(10, 150) }));
    expect(layout.columns).toBe(2);
    expect(layout.pages).toEqual([10]);
  });

  it('lets rows differ when only that saves a page', () => {
    const heights = [100, 100, 100, 100, 100, 100, 300];
    const layout = layOut(room({ minColumnWidth: 900, measure: () => ({ heights, squeezed: false }) }));
    expect(layout).toMatchObject({ columns: 1, pages: [7], rowHeight: 0 });
  });

  it('shortens descriptions before it makes pages', () => {
    const layout = layOut(
      room({ minColumnWidth: 900, measure: (_, detail) => alike(7, detail === 'full' ? 160 : 120) }),
    );
    expect(layout).toMatchObject({ detail: 'short', pages: [7] });
  });

  it('takes no column that would break a name', () => {
    const layout = layOut(room({ measure: (columns) => alike(12, 120, columns > 1) }));
    expect(layout.columns).toBe(1);
    expect(layout.pages.length).toBeGreaterThan(1);
  });

  it('divides names at syllables rather than show fewer than four on a page', () => {
    const wide = { height: 500, measure: (columns: number) => alike(12, 150, columns > 1) };
    expect(layOut(room(wide))).toMatchObject({ columns: 2, pages: [4, 4, 4] });
    expect(layOut(room({ ...wide, fewest: 2 }))).toMatchObject({ columns: 1, pages: [2, 2, 2, 2, 2, 2] });
  });

  it('makes pages that hold everything once, with room for turning them', () => {
    const layout = layOut(room({ measure: () => alike(30, 150) }));
    expect(layout.columns).toBe(2);
    expect(layout.pages).toEqual([10, 10, 10]);
    expect(5 * layout.rowHeight + 4 * 10).toBeLessThanOrEqual(1000 - 90 - 10);
  });

  it('leaves descriptions out rather than show one choice a page', () => {
    const layout = layOut(
      room({
        height: 500,
        minColumnWidth: 900,
        minJoinedWidth: 900,
        measure: (_, detail) => alike(6, detail === 'none' || detail === 'joined' ? 190 : 390),
      }),
    );
    expect(layout).toMatchObject({ detail: 'none', pages: [2, 2, 2] });
  });

  it('joins name and wait in narrower columns rather than make pages', () => {
    const layout = layOut(
      room({
        minColumnWidth: 900,
        measure: (_, detail) => alike(8, detail === 'joined' ? 120 : 190),
      }),
    );
    expect(layout).toMatchObject({ columns: 2, detail: 'joined', pages: [8] });
  });

  it('leaves descriptions out although one of the pages holds many', () => {
    const heights = (high: number): Measured => ({
      heights: [high, high, ...Array<number>(6).fill(100), high, high],
      squeezed: false,
    });
    const layout = layOut(
      room({ height: 900, minColumnWidth: 900, measure: (_, detail) => heights(detail === 'full' ? 390 : 120) }),
    );
    expect(layout.detail).not.toBe('full');
    expect(Math.min(...layout.pages.slice(0, -1))).toBeGreaterThanOrEqual(6);
  });

  it('measures pages with the width that controls beside them leave', () => {
    const layout = layOut(
      room({
        pagerHeight: 0,
        pagerWidth: 300,
        measure: (columns, _, isPaged) => alike(30, isPaged && columns === 1 ? 190 : 240),
      }),
    );
    expect(layout).toMatchObject({ columns: 1, pages: [5, 5, 5, 5, 5, 5] });
  });

  it('shows at least one choice a page, however small the room', () => {
    expect(layOut(room({ height: 100, measure: () => alike(3, 400) })).pages).toEqual([1, 1, 1]);
  });

  it('shows what is higher than its room by a hair of a pixel', () => {
    expect(layOut(room({ height: 500, measure: () => alike(3, 400.3) })).pages).toEqual([2, 1]);
  });

  it('reports the default capacity of the window to the host', () => {
    const window = { width: 1000, height: 1000, gap: 10, minColumnWidth: 400 };
    expect(ordinaryCapacity(window, (width) => (width > 900 ? 120 : 200))).toBe(8);
    expect(ordinaryCapacity(window, () => 120)).toBe(14);
    expect(ordinaryCapacity({ ...window, height: 50 }, () => 120)).toBe(1);
  });
});
