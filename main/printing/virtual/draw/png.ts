import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { atOnce, type Steps } from '../../steps.ts';
import { type Bits, bit } from '../decoder/marks.ts';

const MARGIN = 32;

/** A colour as the four bytes of a pixel. */
const word = (red: number, green: number, blue: number): number =>
  new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0] ?? 0;
const PAPER = word(253, 253, 251);
const INK = word(24, 24, 27);
const EDGE = word(224, 224, 222);

/** RGBA bytes of a bitmap, black on white; what QR readers want. */
export function toRgba(bits: Bits): Uint8ClampedArray {
  const data = new Uint8ClampedArray(bits.width * bits.height * 4).fill(255);
  for (let y = 0; y < bits.height; y++) {
    for (let x = 0; x < bits.width; x++) {
      if (bit(bits, x, y)) data.fill(0, (y * bits.width + x) * 4, (y * bits.width + x) * 4 + 3);
    }
  }
  return data;
}

/** A PNG of the ticket, dot for dot, on paper with a margin and a fine edge. */
export function toPng(bits: Bits): Uint8Array {
  return atOnce(paint(bits)).toBuffer('image/png');
}

/** The picture before it is made a PNG; a step for each row. */
export function* paint(bits: Bits): Steps<Canvas> {
  const [width, height] = [bits.width + MARGIN * 2, bits.height + MARGIN];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer, image.data.byteOffset, width * height).fill(PAPER);
  for (let y = 0; y < bits.height; y++) {
    for (let x = 0; x < bits.width; x++) if (bit(bits, x, y)) pixels[(y + MARGIN) * width + x + MARGIN] = INK;
    yield;
  }
  for (let x = 0; x < width; x++) pixels[x] = pixels[(height - 1) * width + x] = EDGE;
  for (let y = 0; y < height; y++) pixels[y * width] = pixels[(y + 1) * width - 1] = EDGE;
  context.putImageData(image, 0, 0);
  return canvas;
}
