/** All use of the drawing library, loaded on demand. */

import { readdir } from 'node:fs/promises';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { localeTexts } from '../../lib/assets.ts';
import { LANGUAGES } from '../../lib/languages.ts';
import { smallest } from '../../lib/lists.ts';
import { isTooLarge, pngSize } from '../../lib/png-size.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { createCanvas, GlobalFonts, type Image, loadImage } from '../canvas.ts';
import { startSlices } from '../steps.ts';
import { type Bitmap, blankBitmap, greyAt, rowBytes, threshold } from './bitmap.ts';
import { type DrawnStyle, drawText, measureText } from './draw-text.ts';
import { isBorrowed, missingCharacters, prepareFonts } from './fonts.ts';

/** Conversion of a PNG to dots. Drawings use a threshold, photographs use dithering. */

/** Maximum dots per side for the analysis: enough to distinguish areas from shades. */
const JUDGED_DOTS = 256;
/** A picture with this share of its area in this many colours is a drawing; the rest are edges. */
const DRAWING_COLOURS = 4;
const DRAWING_SHARE = 0.6;
/** Lighter than this counts as paper. */
const PAPER_GREY = 244;
const WHITE = 255;

const scaled = new WeakMap<Uint8Array, Map<string, Bitmap>>();

function greyValues(pixels: Uint8ClampedArray): Float32Array {
  return Float32Array.from({ length: pixels.length / 4 }, (_, index) => greyAt(pixels, index * 4));
}

/** Floyd-Steinberg dithering: distributes each dot's error to its neighbours. */
function dither(grey: Float32Array, width: number, height: number): Bitmap {
  const bitmap = blankBitmap(width, height);
  const stride = rowBytes(bitmap);
  const spread = (x: number, y: number, error: number): void => {
    if (x < 0 || x >= width || y >= height) return;
    grey[y * width + x] = (grey[y * width + x] ?? 0) + error;
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const value = grey[y * width + x] ?? 255;
      const black = value < 128;
      const error = value - (black ? 0 : 255);
      spread(x + 1, y, (error * 7) / 16);
      spread(x - 1, y + 1, (error * 3) / 16);
      spread(x, y + 1, (error * 5) / 16);
      spread(x + 1, y + 1, error / 16);
      const at = y * stride + (x >> 3);
      if (black) bitmap.data[at] = (bitmap.data[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return bitmap;
}

/**
 * Threshold of a drawing: halfway from its darkest colour to white, so that a logo in light colours stays visible. Null
 * for a photograph, which has no dominant colours.
 */
function drawingLimit(image: Image): number | null {
  const scale = Math.min(1, JUDGED_DOTS / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const context = createCanvas(width, height).getContext('2d');
  // Sample without smoothing, which would create new colours along edges.
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height).data;
  const colours = new Map<string, { count: number; grey: number }>();
  let painted = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const grey = greyAt(pixels, at);
    if (grey > PAPER_GREY) continue;
    painted++;
    // Quantises channels by eight: compressed pictures have slight noise.
    const colour = [0, 1, 2, 3].map((channel) => (pixels[at + channel] ?? 0) >> 3).join();
    const known = colours.get(colour);
    if (known === undefined) colours.set(colour, { count: 1, grey });
    else known.count++;
  }
  const main = [...colours.values()].sort((a, b) => b.count - a.count).slice(0, DRAWING_COLOURS);
  const covered = main.reduce((sum, { count }) => sum + count, 0);
  if (covered < painted * DRAWING_SHARE) return null;
  return (smallest([WHITE, ...main.map(({ grey }) => grey)]) + WHITE) / 2;
}

async function read(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap> {
  // Checked before decoding, which would accept other formats.
  const size = pngSize(png);
  if (size === null) throw new Error('a logo that is not a PNG cannot be printed');
  if (size.width < 1 || size.height < 1 || isTooLarge(size)) {
    throw new Error(`a logo of ${size.width} by ${size.height} dots cannot be printed`);
  }
  const image = await loadImage(png);
  const scale = Math.min(maxWidth / image.width, maxHeight / image.height, 4);
  const drawn = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const width = Math.min(Math.ceil(drawn / 8) * 8, Math.floor(maxWidth / 8) * 8);
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, (width - Math.min(drawn, width)) / 2, 0, Math.min(drawn, width), height);
  const pixels = context.getImageData(0, 0, width, height).data;
  const limit = drawingLimit(image);
  return limit === null ? dither(greyValues(pixels), width, height) : threshold(pixels, width, height, limit);
}

/** Dots of a logo, cached by its bytes. Rejects if they are no PNG. */
async function readLogo(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap> {
  const key = `${maxWidth} ${maxHeight}`;
  const before = scaled.get(png)?.get(key);
  if (before !== undefined) return before;
  const bitmap = await read(png, maxWidth, maxHeight);
  const sizes = scaled.get(png) ?? new Map<string, Bitmap>();
  scaled.set(png, sizes.set(key, bitmap));
  return bitmap;
}

/** System fonts for characters that the bundled fonts lack. Loaded when such a character first occurs. */

const FONT = /\.(ttf|otf|ttc)$/i;
/** A desktop has hundreds of files; the first ones usually come with the system. */
const MAX_FILES = 2000;

function folders(): readonly string[] {
  const home = homedir();
  switch (platform()) {
    case 'win32':
      return ['C:/Windows/Fonts', join(home, 'AppData', 'Local', 'Microsoft', 'Windows', 'Fonts')];
    case 'darwin':
      return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
    default:
      return ['/usr/share/fonts', '/usr/local/share/fonts', join(home, '.fonts'), join(home, '.local/share/fonts')];
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter(({ name }) => FONT.test(name)).map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

function* register(files: readonly string[]): SlicedWork<void> {
  for (const file of files) {
    try {
      GlobalFonts.registerFromPath(file);
    } catch {
      // Skip unreadable files.
    }
    yield;
  }
}

let loading: Promise<void> | null = null;

/** Loads once per process, and yields to other work. */
function loadMachineFonts(): Promise<void> {
  loading ??= Promise.all(folders().map(filesIn)).then((files) =>
    startSlices()(register(files.flat().slice(0, MAX_FILES))),
  );
  return loading;
}

export interface Painter {
  measure(text: string, style: DrawnStyle): number;
  draw(text: string, style: DrawnStyle, maxWidth: number): Bitmap;
  /** Rejects if the bytes are no printable PNG. */
  logo(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap>;
  /** Loads the fonts of these texts; resolves to the characters that no bundled font has. Yields to other work. */
  prepare(texts: readonly string[], lang: string): Promise<readonly string[]>;
  /** Whether a system font draws a character that the bundled fonts lack. */
  isBorrowed(character: string): boolean;
  /** Loads the fonts of these languages; resolves to the languages with missing characters, and these characters. */
  warmUp(
    languages: readonly string[],
  ): Promise<readonly { readonly lang: string; readonly missing: readonly string[] }[]>;
}

const WARM_STYLE: DrawnStyle = { px: 28, bold: false, inverted: false, dir: 'ltr' };

async function prepare(texts: readonly string[], lang: string): Promise<readonly string[]> {
  const missing = new Set<string>();
  for (const text of texts) {
    await prepareFonts(text, lang);
    for (const character of missingCharacters(text, lang)) missing.add(character);
  }
  if (missing.size > 0) await loadMachineFonts();
  return [...missing];
}

/** Sample words of languages that tickets can use although the program has no translation. */
const SAMPLES: Readonly<Record<string, string>> = {
  it: 'Persone prima di lei, perché, più',
  nl: 'Wachtenden voor u, één',
  el: 'Άτομα πριν από εσάς',
  ur: 'آپ سے پہلے لوگ: ٹڈڑے',
  th: 'มีคิวก่อนหน้าคุณ ประมาณ นาที กรุณาเก็บบัตรนี้ไว้ ที่นี่',
};

interface PaperTexts {
  readonly people: string;
  readonly wait: string;
  readonly follow: string;
}

/**
 * Sample words of a language as on a ticket, to load its fonts and to check for missing characters. Empty for an
 * unknown language.
 */
export function sampleOf(lang: string): string {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  if (!LANGUAGES.some((each) => each === language)) return SAMPLES[language] ?? '';
  const paper = localeTexts<PaperTexts>('paper', [language]).get(language);
  return `${paper?.people} ${paper?.wait} ${paper?.follow} 0123456789`.replaceAll(/\{\{\w+\}\}/g, '');
}

export const painter: Painter = {
  measure: measureText,
  draw: drawText,
  logo: readLogo,
  prepare,
  isBorrowed,
  async warmUp(languages) {
    const lacking: { readonly lang: string; readonly missing: readonly string[] }[] = [];
    for (const lang of languages) {
      const sample = sampleOf(lang);
      if (sample === '') continue;
      const missing = await prepare([sample], lang);
      if (missing.length > 0) lacking.push({ lang, missing });
      for (const bold of [false, true]) {
        // Yield: a visitor may touch the screen.
        await setImmediate();
        drawText(sample, { ...WARM_STYLE, bold, lang }, 576);
      }
    }
    return lacking;
  },
};
