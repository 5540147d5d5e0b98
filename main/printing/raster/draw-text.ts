/** One line of text as dots. Direction, joining and ligatures are the drawing library's; size and threshold are ours. */

import type { PaperSide } from '../alignment.ts';
import { createCanvas, type SKRSContext2D } from '../canvas.ts';
import { type Bitmap, rowsOf, threshold } from './bitmap.ts';
import { fontFor } from './fonts.ts';
import { drawnLineDots, type LineReach, lineReach } from './line-height.ts';

export interface DrawnStyle {
  readonly px: number;
  readonly bold: boolean;
  /** White on a black bar. */
  readonly inverted: boolean;
  readonly dir: 'ltr' | 'rtl';
  /** At which edge of the picture the text stands; in the middle when left out. */
  readonly side?: PaperSide;
  /** The language, for the shapes that it has of its own; none when left out. */
  readonly lang?: string;
  /** What the line's letters reach; room for every script when left out. */
  readonly reach?: LineReach;
}

/** Room at both ends for what leans out of its own width. */
const SIDE_DOTS = 4;

const BAR_SIDE_DOTS = 16;

/** Lower than the middle: thin strokes must not break, and heads print a little fat. */
const INK_LIMIT = 150;

/** How much of the room that whole bytes leave stands before the text. */
const SHARE_BEFORE: Readonly<Record<PaperSide, number>> = { left: 0, center: 1 / 2, right: 1 };

const MAX_CACHED = 200;

const cache = new Map<string, Bitmap>();

let ruler: SKRSContext2D | null = null;

/** Bidi isolates for numbers and Latin words in right-to-left lines. */
const FIRST_STRONG = '\u2068';

const POP = '\u2069';

const WORD = "[A-Za-z\\u00c0-\\u024f][\\p{L}\\p{N}'’&.-]*[\\p{L}\\p{N}]|[A-Za-z\\u00c0-\\u024f]";

const LATIN = `(?:${WORD})(?: (?:${WORD}|\\d+))*`;

const NUMBER = '[A-Za-z]*\\p{Sc}?\\d(?:[\\d./:,+×-]*\\d)?(?:\\p{Nd})*[A-Za-z]*(?:%|°|\\p{Sc})?';

const RUN = new RegExp(`${NUMBER}|${LATIN}`, 'gu');

export function isolateNumbers(text: string): string {
  return text.replace(RUN, (run) => FIRST_STRONG + run + POP);
}

function isolated(text: string, dir: DrawnStyle['dir']): string {
  return dir === 'rtl' ? isolateNumbers(text) : text;
}

function prepare(context: SKRSContext2D, text: string, style: DrawnStyle): void {
  context.font = fontFor(text, style.px, style.bold, style.lang ?? '');
  context.direction = style.dir;
  context.textBaseline = 'alphabetic';
  context.textAlign = 'left';
}

/** Width in dots that a line takes, margins included. */
export function measureText(text: string, style: DrawnStyle): number {
  ruler ??= createCanvas(8, 8).getContext('2d');
  prepare(ruler, text, style);
  const side = style.inverted ? BAR_SIDE_DOTS : SIDE_DOTS;
  return Math.ceil(ruler.measureText(isolated(text, style.dir)).width) + 2 * side;
}

/** Room for every script, in which nothing is cut off. */
function drawWhole(text: string, style: DrawnStyle, maxWidth: number): Bitmap {
  const natural = measureText(text, style);
  // Whole bytes, so that cropping both sides alike keeps the line centred.
  const width = Math.min(Math.ceil(natural / 8) * 8, Math.floor(maxWidth / 8) * 8);
  const height = drawnLineDots({ px: style.px });
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = style.inverted ? '#000' : '#fff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = style.inverted ? '#fff' : '#000';
  prepare(context, text, style);
  const margin = style.inverted ? BAR_SIDE_DOTS : SIDE_DOTS;
  context.fillText(
    isolated(text, style.dir),
    margin + Math.floor((width - Math.min(natural, width)) * SHARE_BEFORE[style.side ?? 'center']),
    lineReach({ px: style.px }).above,
  );
  return threshold(context.getImageData(0, 0, width, height).data, width, height, INK_LIMIT);
}

function draw(text: string, style: DrawnStyle, maxWidth: number): Bitmap {
  const { reach, ...room } = style;
  if (reach === undefined) return drawWhole(text, style, maxWidth);
  return rowsOf(drawText(text, room, maxWidth), lineReach({ px: style.px }).above - reach.above, drawnLineDots(style));
}

/** Never wider than `maxWidth`: whoever wraps has measured before. The same line is drawn once. */
export function drawText(text: string, style: DrawnStyle, maxWidth: number): Bitmap {
  const key = JSON.stringify([text, style, maxWidth]);
  const before = cache.get(key);
  if (before !== undefined) return before;
  const bitmap = draw(text, style, maxWidth);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, bitmap);
  return bitmap;
}
