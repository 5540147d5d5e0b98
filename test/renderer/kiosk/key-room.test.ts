import { describe, expect, it } from 'vitest';
import { cellsIn, inRows, pagesOf } from '../../../renderer/kiosk/keyboard/key-room.ts';
import { digitRows } from '../../../renderer/kiosk/keyboard/pad-rows.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

describe('the room for keys', () => {
  it('holds as many keys of the minimum size as fit with their gaps', () => {
    // 10 inches upright: 127 mm by 92 mm, at 5.94 pixels each.
    const mm = 5.94;
    const room = { width: 127 * mm, height: 92 * mm, key: 20 * mm, gap: 4 * mm };
    expect(cellsIn(room)).toEqual({ columns: 5, rows: 4 });
    expect(cellsIn({ ...room, width: 116 * mm })).toEqual({ columns: 5, rows: 4 });
    expect(cellsIn({ ...room, width: 115 * mm })).toEqual({ columns: 4, rows: 4 });
  });

  it('holds one key when it is too small for any', () => {
    expect(cellsIn({ width: 20, height: 0, key: 80, gap: 16 })).toEqual({ columns: 1, rows: 1 });
  });
});

describe('pages of letters', () => {
  it('are as many as needed, as even as may be, above the row that each has', () => {
    const { pages, rows } = pagesOf(LETTERS, { columns: 5, rows: 4 }, 5);
    expect(rows).toBe(3);
    expect(pages.map((page) => page.join(''))).toEqual(['abcdefghijklm', 'nopqrstuvwxyz']);
    expect(inRows(pages[0] ?? [], rows).map((row) => row.join(''))).toEqual(['abcde', 'fghij', 'klm']);
  });

  it('leave enough rows for the controls below them', () => {
    expect(pagesOf(LETTERS, { columns: 5, rows: 4 }, 6).rows).toBe(2);
  });

  it('lose no letter and hold no row too long, whatever the room', () => {
    for (let columns = 1; columns <= 12; columns++) {
      for (let rows = 1; rows <= 6; rows++) {
        const { pages, rows: free } = pagesOf(LETTERS, { columns, rows }, 5);
        expect(pages.flat()).toEqual(LETTERS);
        const longest = Math.max(...pages.flatMap((page) => inRows(page, free).map((row) => row.length)));
        expect(longest).toBeLessThanOrEqual(columns);
      }
    }
  });
});

describe('digits', () => {
  const flat = (cells: { columns: number; rows: number }, signs: readonly string[] = []): readonly string[] =>
    digitRows(cells, signs).map((row) => row.join(' '));

  it('are arranged as on a phone, with delete below or, in four rows, at the side', () => {
    expect(flat({ columns: 20, rows: 5 })).toEqual(['1 2 3', '4 5 6', '7 8 9', 'none 0 none', 'clear backspace']);
    expect(flat({ columns: 5, rows: 4 }, ['/', '-'])).toEqual([
      '1 2 3 backspace',
      '4 5 6 clear',
      '7 8 9 none',
      '/ 0 - none',
    ]);
  });

  it('are in two rows where four do not fit', () => {
    expect(flat({ columns: 8, rows: 3 })).toEqual(['1 2 3 4 5 backspace', '6 7 8 9 0 clear']);
    expect(flat({ columns: 8, rows: 2 }, ['+'])).toEqual(['1 2 3 4 5 + backspace', '6 7 8 9 0 none clear']);
  });

  it('are in three rows of five where two do not fit either', () => {
    expect(flat({ columns: 5, rows: 3 })).toEqual(['1 2 3 4 5', '6 7 8 9 0', 'clear backspace']);
    expect(flat({ columns: 6, rows: 3 }, ['/'])).toEqual(['1 2 3 4 5', '6 7 8 9 0', '/ clear backspace']);
  });

  it('take back one at a time where no key has room for a word', () => {
    const rows = digitRows({ columns: 5, rows: 3 }, ['/'], false);
    expect(rows.map((row) => row.join(' '))).toEqual(['1 2 3 4 5', '6 7 8 9 0', '/ none backspace']);
  });

  it('are all there, with their signs, in every room', () => {
    for (let columns = 1; columns <= 10; columns++) {
      for (let rows = 1; rows <= 6; rows++) {
        const keys = digitRows({ columns, rows }, ['/', '-']).flat();
        for (const key of [...'1234567890/-', 'clear', 'backspace']) expect(keys).toContain(key);
      }
    }
  });
});
