/**
 * Conversion of a PNG to dots.
 *
 * Drawings use a threshold, photographs use dithering.
 */
import { smallest } from '../../lib/lists.ts';
import { isTooLarge, pngSize } from '../../lib/png-size.ts';
import { createCanvas, type Image, loadImage } from '../canvas.ts';
import { type Bitmap, blankBitmap, greyAt, rowBytes, threshold } from './bitmap.ts';

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
  if (size === null) throw new Error('a logo that is no PNG cannot be printed');
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
export async function readLogo(png: Uint8Array, maxWidth: number, maxHeight: number): Promise<Bitmap> {
  const key = `${maxWidth} ${maxHeight}`;
  const before = scaled.get(png)?.get(key);
  if (before !== undefined) return before;
  const bitmap = await read(png, maxWidth, maxHeight);
  const sizes = scaled.get(png) ?? new Map<string, Bitmap>();
  scaled.set(png, sizes.set(key, bitmap));
  return bitmap;
}
