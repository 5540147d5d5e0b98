/** Picture of a paper strip, dot by dot. */
import type { SlicedWork } from '../../../lib/steps.ts';
import { createCanvas, type SKRSContext2D } from '../../canvas.ts';
import { type BarcodeMark, type Bits, bit, blankBits, type GlyphMark, type Mark, setBit } from '../decoder/marks.ts';
import type { Strip } from '../decoder/print-head.ts';
import { boxesOf } from './box-drawing.ts';
import { receiptFamilies } from './fonts.ts';

/** Em size and baseline of Noto Sans in a cell of height 1: accents above and tails below stay inside. */
const EM = 0.82;
const BASELINE = 0.78;
/** A dot is black from this coverage on. */
const BLACK_BELOW = 150;

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
  // The font is drawn at the cell's height and squeezed or stretched to the cell's proportions.
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

/** The place of a barcode and what it holds, where its bars are not known. */
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

/** What has no dots of its own yet. */
function isShape(mark: Mark): mark is GlyphMark | BarcodeMark {
  return mark.kind === 'glyph' || (mark.kind === 'barcode' && mark.bits === null);
}

/** Every dot of a strip of paper, as the head burnt it; a step for each sign and each row. */
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
