/** Texts and codes on a printed strip. */

import { promisify } from 'node:util';
import { crc32, deflate, deflateSync } from 'node:zlib';
import { largest, smallest } from '../../lib/lists.ts';
import { atOnce, type SlicedWork } from '../../lib/steps.ts';
import { startSlices } from '../steps.ts';
import { createDecoder } from './decoder/decoder.ts';
import { type Bits, bit, type GlyphMark } from './decoder/marks.ts';
import { EPSON, type PrinterModel } from './decoder/models.ts';
import type { LineRecord, Strip } from './decoder/print-head.ts';
import { drawStrip } from './draw/draw-strip.ts';
import { toTerminal } from './draw/terminal.ts';
import type { PrintedLine, PrintedTicket } from './paper.ts';

/**
 * PNG encoding of dots (ISO/IEC 15948). Three colours need two bits per pixel. That takes an eighth of the time of a
 * canvas with four bytes per pixel, and half the size.
 */

/** A multiple of four: whole bytes. */
const MARGIN = 32;

/** Paper, ink and edge, by the two bits of a pixel. */
const PALETTE = Buffer.from([253, 253, 251, 24, 24, 27, 224, 224, 222]);
const INKS = 0b01010101;
const EDGES = 0b10101010;

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BITS_PER_PIXEL = 2;
const BY_PALETTE = 3;

/** Eight dots as eight pixels. */
const PIXELS = Uint16Array.from({ length: 256 }, (_, dots) => {
  let pixels = 0;
  for (let dot = 0; dot < 8; dot++) pixels |= ((dots >> dot) & 1) << (2 * dot);
  return pixels;
});

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

/** Uncompressed pixel rows, each after its filter byte (0: none). */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly rows: Buffer;
}

/** The ticket, dot for dot, on paper with a margin and a thin edge; yields once per row. */
function* paint(bits: Bits): SlicedWork<Picture> {
  const [width, height] = [bits.width + MARGIN * 2, bits.height + MARGIN];
  const stride = Math.ceil(bits.width / 8);
  const length = 1 + Math.ceil(width / 4);
  const rows = Buffer.alloc(length * height);
  for (let y = 0; y < bits.height; y++) {
    const row = (MARGIN + y) * length + 1 + MARGIN / 4;
    for (let at = 0; at < stride; at++) rows.writeUInt16BE(PIXELS[bits.data[y * stride + at] ?? 0] ?? 0, row + at * 2);
    yield;
  }
  for (let y = 0; y < height; y++) {
    const row = y * length + 1;
    const isEdge = y === 0 || y === height - 1;
    for (let at = row; isEdge && at < row + length - 1; at++) rows[at] = edged(rows[at] ?? 0);
    for (const x of [0, width - 1]) rows[row + (x >> 2)] = (rows[row + (x >> 2)] ?? 0) | (0b10 << (6 - 2 * (x & 3)));
  }
  return { width, height, rows };
}

/** Colours the blank pixels of a group of four as edge. */
function edged(pixels: number): number {
  const inks = pixels & INKS;
  return inks | (~(inks << 1) & EDGES);
}

/** PNG of the ticket, dot for dot, on paper with a margin and a thin edge. */
function toPng(bits: Bits): Uint8Array {
  const picture = atOnce(paint(bits));
  return pngOf(picture, deflateSync(picture.rows));
}

/** The same, compressed asynchronously. */
async function packPng(picture: Picture): Promise<Uint8Array> {
  return pngOf(picture, await promisify(deflate)(picture.rows));
}

function pngOf({ width, height }: Picture, packed: Uint8Array): Uint8Array {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(BITS_PER_PIXEL, 8);
  head.writeUInt8(BY_PALETTE, 9);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', PALETTE),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** PNG chunk: length, name, content, and CRC of name and content. */
function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Dots per millimetre of the usual print head, as in its manual. */
const DOTS_PER_MM = 8;

const USUAL_DPI = 203;

const BASE_WIDTH = { A: 12, B: 9 } as const;

/** The line's characters; gaps made by positions and tabs become spaces. */
function lineText(line: LineRecord): string {
  let text = '';
  let end = line.left;
  for (const glyph of line.glyphs) {
    const gap = Math.round((glyph.x - end) / (BASE_WIDTH[glyph.font] * glyph.widthTimes));
    text += ' '.repeat(Math.max(0, gap)) + glyph.character;
    end = glyph.x + glyph.width;
  }
  return text.replace(/[ \u00a0]+$/u, '');
}

function readLine(line: LineRecord): PrintedLine {
  const inked = line.glyphs.filter((glyph) => glyph.character.trim() !== '');
  const all = (test: (glyph: GlyphMark) => boolean): boolean => inked.length > 0 && inked.every(test);
  return {
    text: lineText(line),
    size: {
      width: largest(line.glyphs.map((glyph) => glyph.widthTimes)),
      height: largest(line.glyphs.map((glyph) => glyph.heightTimes)),
    },
    bold: all((glyph) => glyph.bold),
    inverse: all((glyph) => glyph.inverse),
    underline: all((glyph) => glyph.underline > 0),
    align: line.align,
    y: smallest(line.glyphs.map((glyph) => glyph.y)),
    glyphs: line.glyphs,
  };
}

function largestText(lines: readonly PrintedLine[]): string {
  const area = ({ size }: PrintedLine): number => size.width * size.height;
  let found: PrintedLine | undefined;
  for (const line of lines) {
    if (line.text !== '' && (found === undefined || area(line) > area(found))) found = line;
  }
  return found?.text.trim() ?? '';
}

/** Reads a strip of paper. The picture is drawn on demand. */
export function readStrip(
  strip: Strip,
  { dots: widthDots, dpi }: Pick<PrinterModel, 'dots' | 'dpi'>,
  times: { readonly firstByteAtMs: number; readonly cutAtMs: number } = { firstByteAtMs: 0, cutAtMs: 0 },
): PrintedTicket {
  const lines = strip.lines.map(readLine);
  const qrCodes = strip.marks.filter((mark) => mark.kind === 'qr');
  let drawn: Bits | null = null;
  const ticket: PrintedTicket = {
    lines,
    text: lines
      .map((line) => line.text)
      .filter((line) => line !== '')
      .join('\n'),
    bigText: largestText(lines),
    qr: qrCodes[0]?.content ?? null,
    qrCodes,
    barcodes: strip.marks.filter((mark) => mark.kind === 'barcode'),
    images: strip.marks.filter((mark) => mark.kind === 'raster'),
    cut: strip.cut,
    faults: strip.faults,
    widthDots,
    heightDots: strip.rows,
    heightMm: (strip.rows / DOTS_PER_MM) * (USUAL_DPI / dpi),
    ...times,
    bitmap() {
      drawn ??= atOnce(drawStrip(strip, widthDots));
      return drawn;
    },
    toText: () => toTerminal(ticket, ticket.bitmap()),
    toPng: () => toPng(ticket.bitmap()),
    async picture() {
      const inSlices = startSlices();
      drawn ??= await inSlices(drawStrip(strip, widthDots));
      return packPng(await inSlices(paint(drawn)));
    },
  };
  return ticket;
}

/** Everything that a whole stream prints, in order. Paper without a final cut is torn. */
export function decodeBytes(bytes: Uint8Array, model: PrinterModel = EPSON): readonly PrintedTicket[] {
  const tickets: PrintedTicket[] = [];
  const decoder = createDecoder({ model, onStrip: (strip) => tickets.push(readStrip(strip, model)) });
  decoder.push(bytes);
  decoder.end();
  return tickets;
}
