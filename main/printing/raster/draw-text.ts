/**
 * One line of text as dots.
 *
 * The drawing library handles direction, joining and ligatures; this file handles size and threshold.
 */

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
  /** Edge of the picture at which the text is aligned; centred if absent. */
  readonly side?: PaperSide;
  /** Language, for its glyph variants; none if absent. */
  readonly lang?: string;
  /** Measured extent of the line's glyphs; without it, space for every script. */
  readonly reach?: LineReach;
}

/** Margin at both ends for glyphs that exceed their width. */
const SIDE_DOTS = 4;

const BAR_SIDE_DOTS = 16;

/** Above the middle, so that thin strokes do not break; print heads print slightly bold. */
const INK_LIMIT = 150;

/** Share of the padding to whole bytes that comes before the text. */
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

/** Width of a line in dots, including margins. */
export function measureText(text: string, style: DrawnStyle): number {
  ruler ??= createCanvas(8, 8).getContext('2d');
  prepare(ruler, text, style);
  const side = style.inverted ? BAR_SIDE_DOTS : SIDE_DOTS;
  return Math.ceil(ruler.measureText(isolated(text, style.dir)).width) + 2 * side;
}

/** Draws with space for every script, so that nothing is cut off. */
function drawWhole(text: string, style: DrawnStyle, maxWidth: number): Bitmap {
  const natural = measureText(text, style);
  // Whole bytes, so that equal cropping on both sides keeps the line centred.
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

/** Draws a line at most `maxWidth` wide; callers wrap first. Caches drawn lines. */
export function drawText(text: string, style: DrawnStyle, maxWidth: number): Bitmap {
  const key = JSON.stringify([text, style, maxWidth]);
  const before = cache.get(key);
  if (before !== undefined) return before;
  const bitmap = draw(text, style, maxWidth);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, bitmap);
  return bitmap;
}
