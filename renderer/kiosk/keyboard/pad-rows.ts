import type { Cells } from './key-room.ts';

/** A digit or sign, what takes back, or a place that stays free. */
export type PadKey = string;

/**
 * Keys of a telephone where five rows or four have room; else two rows, as long as they have to be, or three.
 * @param hasWords whether a key has room for a word; else nothing takes back all at once
 */
export function digitRows(cells: Cells, signs: readonly string[], hasWords = true): readonly (readonly PadKey[])[] {
  const rows = rowsIn(cells, signs);
  return hasWords ? rows : rows.map((row) => row.map((key) => (key === 'clear' ? 'none' : key)));
}

function rowsIn({ columns, rows }: Cells, signs: readonly string[]): readonly (readonly PadKey[])[] {
  const [left = 'none', right = 'none'] = signs;
  const phone = [[...'123'], [...'456'], [...'789'], [left, '0', right]];
  if (rows > phone.length || columns < 5) return [...phone, ['clear', 'backspace']];
  if (rows === phone.length - 1 && columns < 7) {
    return [[...'12345'], [...'67890'], [left, right, 'clear', 'backspace'].filter((key) => key !== 'none')];
  }
  if (rows === phone.length || columns < 7) {
    const beside = ['backspace', 'clear'];
    return phone.map((row, at) => [...row, beside[at] ?? 'none']);
  }
  return [
    [...'12345', ...(left === 'none' ? [] : [left]), 'backspace'],
    [...'67890', ...(right === 'none' ? (left === 'none' ? [] : ['none']) : [right]), 'clear'],
  ];
}
