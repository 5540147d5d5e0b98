/** Ticket as text for a terminal. */
import { type Bits, bit } from '../decoder/marks.ts';
import type { PrintedLine, PrintedTicket } from '../paper.ts';

const CELL_WIDTH = 12;
const HALF_CELL_HEIGHT = 12;

/** Terminal columns of a character: two for wide East Asian scripts. */
function columns(text: string): number {
  let count = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const wide =
      (code >= 0x1100 && code <= 0x115f) || (code >= 0x2e80 && code <= 0xd7a3) || (code >= 0xff00 && code <= 0xff60);
    count += wide ? 2 : 1;
  }
  return count;
}

function place(text: string, width: number, align: PrintedLine['align']): string {
  const room = Math.max(0, width - columns(text));
  const left = align === 'left' ? 0 : align === 'right' ? room : Math.floor(room / 2);
  return ' '.repeat(left) + text + ' '.repeat(room - left);
}

/** Half blocks: two dots per character, one above the other. */
function halfBlocks(columnCount: number, rowCount: number, dark: (column: number, row: number) => boolean): string[] {
  const rows: string[] = [];
  for (let row = 0; row < rowCount; row += 2) {
    let text = '';
    for (let column = 0; column < columnCount; column++) {
      const [top, bottom] = [dark(column, row), dark(column, row + 1)];
      text += top && bottom ? '█' : top ? '▀' : bottom ? '▄' : ' ';
    }
    rows.push(text);
  }
  return rows;
}

/** Coarse view of a picture: a half cell of 12 by 12 dots is dark if a fifth of its dots are. */
function fromAfar(bits: Bits, left: number, top: number, width: number, height: number): string[] {
  const dark = (column: number, row: number): boolean => {
    let count = 0;
    for (let y = 0; y < HALF_CELL_HEIGHT; y++) {
      for (let x = 0; x < CELL_WIDTH; x++) {
        if (bit(bits, left + column * CELL_WIDTH + x, top + row * HALF_CELL_HEIGHT + y)) count++;
      }
    }
    return count * 5 >= CELL_WIDTH * HALF_CELL_HEIGHT;
  };
  return halfBlocks(Math.ceil(width / CELL_WIDTH), Math.ceil(height / HALF_CELL_HEIGHT), dark);
}

/** Pictures lower than this are rules. */
const RULE_HEIGHT = 6;

function rule(bits: Bits, top: number, height: number): string {
  return Array.from({ length: Math.floor(bits.width / CELL_WIDTH) }, (_, column) => {
    for (let y = top; y < top + height; y++) if (bit(bits, column * CELL_WIDTH + CELL_WIDTH / 2, y)) return '─';
    return ' ';
  }).join('');
}

/** Maximum gap between bands of one line of drawn text. */
const BAND_GAP = 6;

interface Picture {
  readonly y: number;
  readonly end: number;
}

/** Merges bands with small gaps into one picture. */
function pictures(ticket: PrintedTicket): readonly Picture[] {
  const found: Picture[] = [];
  for (const { y, bits } of ticket.images) {
    const last = found.at(-1);
    const end = y + bits.height;
    if (last === undefined || y - last.end > BAND_GAP) found.push({ y, end });
    else found[found.length - 1] = { y: last.y, end };
  }
  return found;
}

interface Block {
  readonly y: number;
  readonly rows: readonly string[];
}

function lineBlock(line: PrintedLine, width: number): Block {
  const spread = line.size.width > 1 && columns(line.text) * 2 <= width ? [...line.text].join(' ') : line.text;
  const rows = [place(spread, width, line.align)];
  return { y: line.y, rows: line.size.height > 2 ? ['', ...rows, ''] : rows };
}

/**
 * The ticket as a strip of paper for a terminal: text as text, QR codes module for module as printed,
 * pictures as coarse blocks, faults below.
 */
export function toTerminal(ticket: PrintedTicket, bits: Bits): string {
  const width = Math.floor(ticket.widthDots / CELL_WIDTH);
  const blocks: Block[] = [
    ...ticket.lines.map((line) => lineBlock(line, width)),
    ...pictures(ticket).map(({ y, end }): Block => {
      const isRule = end - y < RULE_HEIGHT;
      return { y, rows: isRule ? [rule(bits, y, end - y)] : fromAfar(bits, 0, y, ticket.widthDots, end - y) };
    }),
    ...ticket.qrCodes.map((mark): Block => {
      const module = mark.bits.width / mark.modules;
      const dark = (column: number, row: number): boolean => bit(mark.bits, column * module, row * module);
      const rows = halfBlocks(mark.modules, mark.modules, dark).map((row) => place(row, width, 'center'));
      return { y: mark.y, rows: ['', ...rows, '', place(`QR ${mark.content}`, width, 'center')] };
    }),
    ...ticket.barcodes.map((mark): Block => {
      return { y: mark.y, rows: [place(`[${mark.system} ${mark.content}]`, width, 'center')] };
    }),
  ];
  const rows = blocks.toSorted((a, b) => a.y - b.y).flatMap((block) => block.rows);
  const end = ticket.cut === 'torn' ? '╌ torn ╌' : ticket.cut === 'full' ? '✂' : '✂ (partial)';
  return [
    `┌─${'─'.repeat(width)}─┐`,
    ...rows.map((row) => `│ ${place(row, width, 'left')} │`),
    `└─${'─'.repeat(width)}─┘ ${end} ${Math.round(ticket.heightMm)} mm`,
    ...ticket.faults.map((fault) => `fault at byte ${fault.at}: ${fault.kind}: ${fault.detail}`),
  ].join('\n');
}
