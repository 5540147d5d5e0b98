import type { Cells } from './key-room.ts';

/** A digit or symbol, a delete key, or an empty cell. */
export type PadKey = string;

/**
 * Telephone layout if four or five rows fit; otherwise two rows as long as needed, or three.
 * @param hasWords whether keys have space for words; otherwise there is no clear key
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
