/** Picture of a paper strip, dot by dot. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SlicedWork } from '../../../lib/steps.ts';
import { createCanvas, GlobalFonts, type SKRSContext2D } from '../../canvas.ts';
import { type BarcodeMark, type Bits, bit, blankBits, type GlyphMark, type Mark, setBit } from '../decoder/marks.ts';
import type { Strip } from '../decoder/print-head.ts';

/** Subsets of the bundled Noto Sans, each with its own family name, so that a list covers all. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

const FAMILY = 'Receipt';
let families: string | null = null;

/**
 * Font families of the virtual printer as a CSS list. The first call reads the font files, one per step, because they
 * take some 10 ms; never uses system fonts.
 */
export function* receiptFamilies(): SlicedWork<string> {
  if (families !== null) return families;
  const folder = join(dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans/package.json')), 'files');
  const names: string[] = [];
  for (const subset of SUBSETS) {
    for (const weight of [500, 700]) {
      // From memory: the library cannot read files in the archive of an installed program.
      const file = readFileSync(join(folder, `noto-sans-${subset}-${weight}-normal.woff2`));
      if (!GlobalFonts.register(file, `${FAMILY} ${subset}`)) throw new Error(`the font ${subset} cannot be read`);
      yield;
    }
    names.push(`"${FAMILY} ${subset}"`);
  }
  families = names.join(', ');
  return families;
}

/** Em size and baseline of Noto Sans in a cell of height 1: accents and descenders fit. */
const EM = 0.82;

const BASELINE = 0.78;

/** Grey value below which a dot is black. */
const BLACK_BELOW = 150;

/**
 * Rectangle in fractions of the cell: left, top, right, bottom.
 *
 * Box-drawing characters consist of rectangles that meet between cells.
 */
type Box = readonly [left: number, top: number, right: number, bottom: number];

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

/** The rectangles of a rule or block character; null for other characters. */
function boxesOf(character: string): readonly Box[] | null {
  const block = BLOCKS[character];
  if (block !== undefined) return [block];
  const arms = ARMS[character];
  return arms === undefined ? null : [...arms].flatMap((weight, side) => arm(side, weight));
}

function drawCharacter(context: SKRSContext2D, mark: GlyphMark, ink: string, families: string): void {
  const { x, y, width, height } = mark;
  context.fillStyle = ink;
  const boxes = boxesOf(mark.character);
  if (boxes !== null) {
    for (const [left, top, right, bottom] of boxes) {
      context.fillRect(x + left * width, y + top * height, (right - left) * width, (bottom - top) * height);
    }
    return;
  }
  // The font is drawn at the cell's height and scaled to the cell's proportions.
  const baseWidth = (width / mark.widthTimes) * mark.heightTimes;
  context.font = `${mark.bold ? 700 : 500} ${Math.round(height * EM)}px ${families}`;
  const natural = context.measureText(mark.character).width;
  const squeeze = natural > baseWidth ? baseWidth / natural : 1;
  context.save();
  context.translate(x + width / 2, y + height * BASELINE);
  context.scale((mark.widthTimes / mark.heightTimes) * squeeze, 1);
  context.fillText(mark.character, -natural / 2, 0);
  context.restore();
}

function drawGlyph(context: SKRSContext2D, mark: GlyphMark, families: string): void {
  const { x, y, width, height } = mark;
  if (mark.inverse) {
    context.fillStyle = 'black';
    context.fillRect(x, y, width, height);
  }
  if (mark.upsideDown) {
    context.save();
    context.translate(x * 2 + width, y * 2 + height);
    context.rotate(Math.PI);
  }
  drawCharacter(context, mark, mark.inverse ? 'white' : 'black', families);
  if (mark.underline > 0 && !mark.inverse) context.fillRect(x, y + height - mark.underline, width, mark.underline);
  if (mark.upsideDown) context.restore();
}

/** Outline and content of a barcode without bars. */
function drawBarcode(context: SKRSContext2D, mark: BarcodeMark, families: string): void {
  context.strokeStyle = 'black';
  context.lineWidth = 2;
  context.strokeRect(mark.x + 1, mark.y + 1, mark.width - 2, mark.height - 2);
  context.fillStyle = 'black';
  context.font = `20px ${families}`;
  context.fillText(`${mark.system} ${mark.content}`, mark.x + 12, mark.y + mark.height / 2, mark.width - 24);
}

function* copyBits(target: Bits, source: Bits, left: number, top: number): SlicedWork<void> {
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < source.width; x++) if (bit(source, x, y)) setBit(target, left + x, top + y);
    yield;
  }
}

/** Marks that are drawn as shapes, not dots. */
function isShape(mark: Mark): mark is GlyphMark | BarcodeMark {
  return mark.kind === 'glyph' || (mark.kind === 'barcode' && mark.bits === null);
}

/** Dots of a paper strip as printed; yields once per character and row. */
export function* drawStrip(strip: Strip, widthDots: number): SlicedWork<Bits> {
  const paper = blankBits(widthDots, Math.max(1, strip.rows));
  const drawn = strip.marks.filter(isShape);
  if (drawn.length > 0) {
    const canvas = createCanvas(paper.width, paper.height);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, paper.width, paper.height);
    const families = yield* receiptFamilies();
    for (const mark of drawn) {
      if (mark.kind === 'glyph') drawGlyph(context, mark, families);
      else drawBarcode(context, mark, families);
      yield;
    }
    const { data } = context.getImageData(0, 0, paper.width, paper.height);
    for (let y = 0; y < paper.height; y++) {
      for (let x = 0; x < paper.width; x++) {
        if ((data[(y * paper.width + x) * 4 + 1] ?? 255) < BLACK_BELOW) setBit(paper, x, y);
      }
      yield;
    }
  }
  for (const mark of strip.marks) {
    if (mark.kind !== 'glyph' && mark.bits !== null) yield* copyBits(paper, mark.bits, mark.x, mark.y);
  }
  return paper;
}
