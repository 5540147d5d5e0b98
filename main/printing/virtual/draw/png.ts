import { type Canvas, createCanvas } from '../../canvas.ts';
import { atOnce, type Steps } from '../../steps.ts';
import { type Bits, bit } from '../decoder/marks.ts';

const MARGIN = 32;

const PAPER = 'rgb(253, 253, 251)';
const INK = 'rgb(24, 24, 27)';
const EDGE = 'rgb(224, 224, 222)';

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

/**
 * The picture before it is made a PNG; a step for each row. Runs of dots are drawn as bars: under Electron, whose memory
 * no other code may share, `putImageData` has left pictures empty (Brooooooklyn/canvas#1073).
 */
export function* paint(bits: Bits): Steps<Canvas> {
  const [width, height] = [bits.width + MARGIN * 2, bits.height + MARGIN];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = EDGE;
  context.fillRect(0, 0, width, height);
  context.fillStyle = PAPER;
  context.fillRect(1, 1, width - 2, height - 2);
  context.fillStyle = INK;
  for (let y = 0; y < bits.height; y++) {
    for (let x = 0; x < bits.width; x++) {
      const start = x;
      while (x < bits.width && bit(bits, x, y)) x++;
      if (x > start) context.fillRect(MARGIN + start, MARGIN + y, x - start, 1);
    }
    yield;
  }
  return canvas;
}
