/**
 * Box-drawing characters as rectangles that meet between cells.
 *
 * Rectangles in fractions of the cell: left, top, right, bottom.
 */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Arms of each rule character in the order up, right, down, left: 0 none, 1 single, 2 double. */
const ARMS: Readonly<Record<string, string>> = {
  '─': '0101',
  '│': '1010',
  '┌': '0110',
  '┐': '0011',
  '└': '1100',
  '┘': '1001',
  '├': '1110',
  '┤': '1011',
  '┬': '0111',
  '┴': '1101',
  '┼': '1111',
  '╭': '0110',
  '╮': '0011',
  '╰': '1100',
  '╯': '1001',
  '═': '0202',
  '║': '2020',
  '╔': '0220',
  '╗': '0022',
  '╚': '2200',
  '╝': '2002',
  '╠': '2220',
  '╣': '2022',
  '╦': '0222',
  '╩': '2202',
  '╬': '2222',
  '╒': '0210',
  '╓': '0120',
  '╕': '0012',
  '╖': '0021',
  '╘': '1200',
  '╙': '2100',
  '╛': '1002',
  '╜': '2001',
  '╞': '1210',
  '╟': '2120',
  '╡': '1012',
  '╢': '2021',
  '╤': '0212',
  '╥': '0121',
  '╧': '1202',
  '╨': '2101',
  '╪': '1212',
  '╫': '2121',
};

const BLOCKS: Readonly<Record<string, Box>> = {
  '▀': [0, 0, 1, 0.5],
  '▁': [0, 7 / 8, 1, 1],
  '▂': [0, 6 / 8, 1, 1],
  '▃': [0, 5 / 8, 1, 1],
  '▄': [0, 4 / 8, 1, 1],
  '▅': [0, 3 / 8, 1, 1],
  '▆': [0, 2 / 8, 1, 1],
  '▇': [0, 1 / 8, 1, 1],
  '█': [0, 0, 1, 1],
  '▉': [0, 0, 7 / 8, 1],
  '▊': [0, 0, 6 / 8, 1],
  '▋': [0, 0, 5 / 8, 1],
  '▌': [0, 0, 4 / 8, 1],
  '▍': [0, 0, 3 / 8, 1],
  '▎': [0, 0, 2 / 8, 1],
  '▏': [0, 0, 1 / 8, 1],
  '▐': [0.5, 0, 1, 1],
  '▔': [0, 0, 1, 1 / 8],
  '▕': [7 / 8, 0, 1, 1],
  '■': [0.1, 0.3, 0.9, 0.7],
};

/** Half a line's thickness, across and along a 12 by 24 cell: lines of two dots. */
const HALF_X = 1 / 12;
const HALF_Y = 1 / 24;

function arm(side: number, weight: string): readonly Box[] {
  const offsets = weight === '1' ? [0] : weight === '2' ? [-1, 1] : [];
  return offsets.map((offset): Box => {
    const x = 0.5 + offset * HALF_X * 1.5;
    const y = 0.5 + offset * HALF_Y * 1.5;
    if (side === 0) return [x - HALF_X, 0, x + HALF_X, 0.5 + HALF_Y];
    if (side === 1) return [0.5 - HALF_X, y - HALF_Y, 1, y + HALF_Y];
    if (side === 2) return [x - HALF_X, 0.5 - HALF_Y, x + HALF_X, 1];
    return [0, y - HALF_Y, 0.5 + HALF_X, y + HALF_Y];
  });
}

/** The rectangles of a rule or block character; null for any other character. */
export function boxesOf(character: string): readonly Box[] | null {
  const block = BLOCKS[character];
  if (block !== undefined) return [block];
  const arms = ARMS[character];
  return arms === undefined ? null : [...arms].flatMap((weight, side) => arm(side, weight));
}
