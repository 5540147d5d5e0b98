/**
 * A report as PDF, drawn by the library that draws tickets: its letters are shaped as on paper, in every script, and stay letters that can be
 * searched and copied. Pages are A4, upright; a table that does not fit goes on with its heading on the next page.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import type { ReportCell, ReportColumn, ReportDocument, ReportTable } from '../../contract/report-document.ts';
import { writingDirection } from '../../contract/writing-direction.ts';
import { cellWords } from '../../core/reports/report-words.ts';
import { createCanvas, type SKRSContext2D } from '../canvas.ts';
import { fontFor, prepareFonts } from '../raster/fonts.ts';
import { isolateNumbers } from '../raster/isolate-numbers.ts';
import { columnWidths } from './column-widths.ts';

const { PDFDocument } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof import('@napi-rs/canvas');

/** A4 in points. */
const PAGE = { width: 595, height: 842, side: 42, top: 48, bottom: 52 } as const;
const ROW = { height: 17, baseline: 12, pad: 4 } as const;
const PX = { title: 20, section: 14, table: 11, cell: 9, note: 8.5 } as const;
const INK = { text: '#1c1c1c', soft: '#5a5a5a', line: '#c9c9c9', head: '#e9eef0' } as const;
const INSIDE = PAGE.width - 2 * PAGE.side;

export async function drawReport(document: ReportDocument): Promise<Uint8Array> {
  await prepareFonts(everyLetter(document), document.lang);
  const pen = openPen(document);
  pen.text(document.title, { px: PX.title, bold: true });
  pen.text(document.subtitle, { px: PX.table, ink: INK.soft });
  for (const { title, tables } of document.sections) {
    pen.space(12);
    pen.keep(90);
    pen.text(title, { px: PX.section, bold: true });
    for (const table of tables) {
      drawTable(pen, table, document);
      // A report of fifty places takes a while; others come in between.
      await setImmediate();
    }
  }
  return pen.close();
}

interface Style {
  readonly px: number;
  readonly bold?: boolean;
  readonly ink?: string;
}

interface Pen {
  readonly isRtl: boolean;
  /** A line by itself, wrapped where it has to be. */
  text(words: string, style: Style): void;
  space(points: number): void;
  /** Begins a page when so much does not fit on this one; whether it did. */
  keep(points: number): boolean;
  /** Cells beside each other, from where the language begins; `widths` in points. */
  row(
    cells: readonly string[],
    widths: readonly number[],
    ends: readonly boolean[],
    style: Style & { readonly fill?: string },
  ): void;
  close(): Uint8Array;
}

function openPen({ title, lang, subtitle }: ReportDocument): Pen {
  const isRtl = writingDirection(lang) === 'rtl';
  const file = new PDFDocument({ title, subject: subtitle, creator: 'Take a Number' });
  let page = 0;
  let y = 0;
  let context = begin();

  function begin(): SKRSContext2D {
    page += 1;
    y = PAGE.top;
    const next = file.beginPage(PAGE.width, PAGE.height) as unknown as SKRSContext2D;
    next.textBaseline = 'alphabetic';
    return next;
  }

  function end(): void {
    write(String(page), PAGE.side, PAGE.height - 24, INSIDE, { px: PX.note, ink: INK.soft }, true);
    file.endPage();
  }

  function keep(points: number): boolean {
    if (y + points <= PAGE.height - PAGE.bottom) return false;
    end();
    context = begin();
    return true;
  }

  /** @param toEnd whether it stands at the end of its room, where the language ends. */
  function write(words: string, x: number, baseline: number, width: number, style: Style, toEnd: boolean): void {
    const { px, bold = false, ink = INK.text } = style;
    context.font = fontFor(words, px, bold, lang);
    context.fillStyle = ink;
    context.direction = isRtl ? 'rtl' : 'ltr';
    const isRight = isRtl !== toEnd;
    context.textAlign = isRight ? 'right' : 'left';
    const said = isRtl ? isolateNumbers(words) : words;
    context.fillText(shortened(context, said, width), isRight ? x + width : x, baseline);
  }

  return {
    isRtl,
    keep,
    text(words, style) {
      if (words === '') return;
      const height = style.px * 1.45;
      for (const line of wrapped(words, style, lang)) {
        keep(height);
        write(line, PAGE.side, y + style.px, INSIDE, style, false);
        y += height;
      }
    },
    space(points) {
      y += points;
    },
    row(cells, widths, ends, { fill, ...style }) {
      keep(ROW.height);
      if (fill !== undefined) {
        context.fillStyle = fill;
        context.fillRect(PAGE.side, y, INSIDE, ROW.height);
      }
      let from = 0;
      for (const [place, cell] of cells.entries()) {
        const width = widths[place] ?? 0;
        const x = isRtl ? PAGE.side + INSIDE - from - width : PAGE.side + from;
        write(cell, x + ROW.pad, y + ROW.baseline, width - 2 * ROW.pad, style, ends[place] === true);
        from += width;
      }
      context.fillStyle = INK.line;
      context.fillRect(PAGE.side, y + ROW.height - 0.5, INSIDE, 0.5);
      y += ROW.height;
    },
    close() {
      end();
      return file.close();
    },
  };
}

function drawTable(pen: Pen, { title, columns, rows, note }: ReportTable, { lang, nothing }: ReportDocument): void {
  const texts = rows.map((row) => words(columns, row, lang));
  const widths = columnWidths(
    INSIDE,
    columns.map(({ label }, place) =>
      [label, ...texts.map((row) => row[place] ?? '')].map((text, line) => widthOf(text, lang, line === 0)),
    ),
  );
  const ends = columns.map(({ kind }) => kind !== 'text');
  const heading = (): void =>
    pen.row(
      columns.map(({ label }) => label),
      widths,
      ends,
      { px: PX.cell, bold: true, fill: INK.head },
    );
  pen.space(8);
  // The heading of a table stands with its first rows.
  pen.keep(24 + 3 * ROW.height);
  pen.text(title, { px: PX.table, bold: true });
  heading();
  if (rows.length === 0) pen.row([nothing], [INSIDE], [false], { px: PX.cell, ink: INK.soft });
  for (const row of texts) {
    if (pen.keep(ROW.height)) heading();
    pen.row(row, widths, ends, { px: PX.cell });
  }
  if (note !== '') {
    pen.space(3);
    pen.text(note, { px: PX.note, ink: INK.soft });
  }
}

const words = (columns: readonly ReportColumn[], row: readonly ReportCell[], lang: string): readonly string[] =>
  columns.map(({ kind }, place) => cellWords(kind, row[place] ?? null, lang));

let ruler: SKRSContext2D | null = null;

function measured(text: string, { px, bold = false }: Style, lang: string): number {
  ruler ??= createCanvas(8, 8).getContext('2d');
  ruler.font = fontFor(text, px, bold, lang);
  return ruler.measureText(text).width;
}

const widthOf = (text: string, lang: string, isHead: boolean): number =>
  measured(text, { px: PX.cell, bold: isHead }, lang) + 2 * ROW.pad + 1;

/** Lines of words; a word that is wider than the page is cut when it is drawn. */
function wrapped(text: string, style: Style, lang: string): readonly string[] {
  if (measured(text, style, lang) <= INSIDE) return [text];
  const lines: string[] = [];
  let line = '';
  for (const { segment } of new Intl.Segmenter(lang.replaceAll('_', '-'), { granularity: 'word' }).segment(text)) {
    if (line !== '' && measured(line + segment, style, lang) > INSIDE) {
      lines.push(line.trim());
      line = '';
    }
    line += segment;
  }
  return [...lines, line.trim()];
}

const ELLIPSIS = '…';

function shortened(context: SKRSContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = Array.from(text);
  while (letters.length > 0 && context.measureText(letters.join('') + ELLIPSIS).width > width) letters.pop();
  return letters.join('').trimEnd() + ELLIPSIS;
}

/** One of each, for whoever gets the fonts ready. */
function everyLetter(document: ReportDocument): string {
  return [...new Set(`${JSON.stringify(document)}0123456789:,.%–…`)].join('');
}
