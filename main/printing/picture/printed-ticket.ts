/** Texts and codes on a printed strip. */
import { largest, smallest } from '../../lib/lists.ts';
import { atOnce } from '../../lib/steps.ts';
import { startSlices } from '../steps.ts';
import { createDecoder } from './decoder/decoder.ts';
import type { Bits, GlyphMark } from './decoder/marks.ts';
import { EPSON, type PrinterModel } from './decoder/models.ts';
import type { LineRecord, Strip } from './decoder/print-head.ts';
import { drawStrip } from './draw/draw-strip.ts';
import { packPng, paint, toPng } from './draw/png.ts';
import { toTerminal } from './draw/terminal.ts';
import type { PrintedLine, PrintedTicket } from './paper.ts';

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
