/**
 * Drawing of a report as PDF.
 *
 * Text of every script is shaped correctly, searchable and can be copied. Pages are A4 portrait; a table continues on
 * the next page with its heading. Every piece is tagged for screen readers.
 */
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { isTooLarge, pngSize } from '../../lib/png-size.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import { createCanvas, type Image, loadImage, type SKRSContext2D } from '../../printing/canvas.ts';
import { isolateNumbers } from '../../printing/raster/draw-text.ts';
import { fontFor, prepareFonts } from '../../printing/raster/fonts.ts';
import type {
  ReportCell,
  ReportChart,
  ReportColumn,
  ReportDocument,
  ReportTable,
} from '../contract/report-document.ts';
import { cellWords } from '../rules/report-words.ts';
import { CHART_HEIGHT, chartLetters, chartWords, drawChart } from './draw-chart.ts';
import { drawMark, type Tag, type TaggedContent, type TagType, tagPdf, under } from './tag-pdf.ts';

const { PDFDocument } = createRequire(import.meta.url)('@napi-rs/canvas') as typeof import('@napi-rs/canvas');

/** A4 in points. */
const PAGE = { width: 595, height: 842, side: 42, top: 48, bottom: 52 } as const;

const ROW = { height: 17, baseline: 12, pad: 4 } as const;

const PX = { title: 20, section: 14, table: 11, cell: 9, note: 8.5 } as const;

const INK = { text: '#1c1c1c', soft: '#5a5a5a', line: '#c9c9c9', head: '#e9eef0' } as const;

/** Scripts drawn letter by letter in writing order; others join letters, or run right to left. */
const IN_ITS_ORDER =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}]*$/u;

const INSIDE = PAGE.width - 2 * PAGE.side;

/** Rows between two event-loop turns, about 20 ms of work. */
const SLICE_ROWS = 40;

/** @param signal aborts between two slices */
export async function drawReport(document: ReportDocument, signal?: AbortSignal): Promise<Uint8Array> {
  await prepareFonts(everyLetter(document), document.lang);
  const pen = openPen(document);
  const root: Tag = { type: 'Document', kids: [] };
  const logo = await readLogo(document.logo);
  if (logo !== null) pen.logo(logo);
  pen.text(document.title, root, 'H1', { px: PX.title, bold: true });
  pen.text(document.place, root, 'P', { px: PX.section, bold: true });
  pen.text(document.subtitle, root, 'P', { px: PX.table, ink: INK.soft });
  for (const { title, tables } of document.sections) {
    const section = under(root, 'Sect');
    pen.space(12);
    pen.keep(90);
    // The headline names a single location already.
    if (title !== document.place) pen.text(title, section, 'H2', { px: PX.section, bold: true });
    for (const table of tables) await drawTable(pen, section, table, document, () => nextSlice(signal));
  }
  const { pdf, pieces } = pen.close();
  return tagPdf(pdf, root, pieces, document.lang);
}

/** Null without a logo that can be drawn: a report does not depend on it. */
async function readLogo(base64: string): Promise<Image | null> {
  const png = Buffer.from(base64, 'base64');
  // Checked before decoding, which would accept other formats.
  const size = pngSize(png);
  if (size === null || size.width < 1 || size.height < 1 || isTooLarge(size)) return null;
  return loadImage(png).catch(() => null);
}

/** Yields to other work. */
async function nextSlice(signal: AbortSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}

interface Style {
  readonly px: number;
  readonly bold?: boolean;
  readonly ink?: string;
}

/** Height of the logo, and its maximum width. */
const LOGO = { height: 40, width: 200, below: 10 } as const;

interface Pen {
  /** Picture at the start of the line. */
  logo(image: Image): void;
  /** A chart with its title. */
  chart(chart: ReportChart, parent: Tag): void;
  /** A wrapped paragraph; `type` is its tag below `parent`. */
  text(words: string, parent: Tag, type: TagType, style: Style): void;
  space(points: number): void;
  /** Starts a new page if this height does not fit; returns whether it did. */
  keep(points: number): boolean;
  /** Cells in reading direction; `widths` in points, `tags` for each of them. */
  row(
    cells: readonly string[],
    widths: readonly number[],
    ends: readonly boolean[],
    tags: readonly (Tag | null)[],
    style: Style & { readonly fill?: string },
  ): void;
  /** The PDF, and the tagged pieces of its pages. */
  close(): { readonly pdf: Uint8Array; readonly pieces: readonly (readonly TaggedContent[])[] };
}

function openPen({ title, lang, subtitle }: ReportDocument): Pen {
  const isRtl = writingDirection(lang) === 'rtl';
  const file = new PDFDocument({ title, subject: subtitle, creator: 'Take a Number' });
  const pieces: TaggedContent[][] = [];
  let y = 0;
  let context = begin();

  function begin(): SKRSContext2D {
    pieces.push([]);
    y = PAGE.top;
    const next = file.beginPage(PAGE.width, PAGE.height) as unknown as SKRSContext2D;
    next.textBaseline = 'alphabetic';
    return next;
  }

  function end(): void {
    write(String(pieces.length), null, PAGE.side, PAGE.height - 24, INSIDE, { px: PX.note, ink: INK.soft }, true);
    file.endPage();
  }

  /** Marks the start of a tagged piece. */
  function mark(piece: TaggedContent): void {
    pieces.at(-1)?.push(piece);
    drawMark(context);
  }
  const decorates = (): void => mark(null);

  function keep(points: number): boolean {
    if (y + points <= PAGE.height - PAGE.bottom) return false;
    end();
    context = begin();
    return true;
  }

  /**
   * @param tag the text's tag; null: decoration
   * @param toEnd whether to align at the end of the cell, in reading direction
   */
  function write(
    words: string,
    tag: Tag | null,
    x: number,
    baseline: number,
    width: number,
    style: Style,
    toEnd: boolean,
  ): void {
    const { px, bold = false, ink = INK.text } = style;
    context.font = fontFor(words, px, bold, lang);
    const said = isRtl ? isolateNumbers(words) : words;
    const seen = shortened(context, said, width);
    const isPlain = !isRtl && seen === words && IN_ITS_ORDER.test(words);
    mark(tag === null ? null : { tag, words: isPlain ? null : words });
    context.fillStyle = ink;
    context.direction = isRtl ? 'rtl' : 'ltr';
    const isRight = isRtl !== toEnd;
    context.textAlign = isRight ? 'right' : 'left';
    context.fillText(seen, isRight ? x + width : x, baseline);
  }

  function text(words: string, parent: Tag, type: TagType, style: Style): void {
    if (words === '') return;
    const height = style.px * 1.45;
    const tag = under(parent, type);
    for (const line of wrapped(words, style, lang)) {
      keep(height);
      write(line, tag, PAGE.side, y + style.px, INSIDE, style, false);
      y += height;
    }
  }

  return {
    keep,
    text,
    logo(image) {
      // The name of the organisation is beside it as text.
      decorates();
      const scale = Math.min(LOGO.height / image.height, LOGO.width / image.width);
      const [width, height] = [image.width * scale, image.height * scale];
      context.drawImage(image, isRtl ? PAGE.side + INSIDE - width : PAGE.side, y, width, height);
      y += height + LOGO.below;
    },
    chart(chart, parent) {
      keep(CHART_HEIGHT + 2 * PX.cell);
      y += 6;
      text(chart.title, parent, 'P', { px: PX.cell, bold: true });
      const tag = under(parent, 'Figure', { alt: chartWords(chart, lang) });
      mark({ tag, words: null });
      drawChart(context, chart, { x: PAGE.side, y, width: INSIDE }, lang);
      y += CHART_HEIGHT;
    },
    space(points) {
      y += points;
    },
    row(cells, widths, ends, tags, { fill, ...style }) {
      keep(ROW.height);
      if (fill !== undefined) {
        decorates();
        context.fillStyle = fill;
        context.fillRect(PAGE.side, y, INSIDE, ROW.height);
      }
      let from = 0;
      for (const [place, cell] of cells.entries()) {
        const width = widths[place] ?? 0;
        const x = isRtl ? PAGE.side + INSIDE - from - width : PAGE.side + from;
        write(
          cell,
          tags[place] ?? null,
          x + ROW.pad,
          y + ROW.baseline,
          width - 2 * ROW.pad,
          style,
          ends[place] === true,
        );
        from += width;
      }
      decorates();
      context.fillStyle = INK.line;
      context.fillRect(PAGE.side, y + ROW.height - 0.5, INSIDE, 0.5);
      y += ROW.height;
    },
    close() {
      end();
      return { pdf: file.close(), pieces };
    },
  };
}

/** Column widths of a PDF table. */

/** Maximum share of the first column before its text is cut. */
const MAX_LEAD = 0.45;

/**
 * @param room total width in points
 * @param widest width of the widest cell of each column
 * @returns widths of the widest cells plus equal shares of the rest; if they do not fit, the widest columns are reduced
 * first
 */
export function columnWidths(room: number, widest: readonly number[]): readonly number[] {
  const sum = widest.reduce((all, each) => all + each, 0);
  if (sum <= room) {
    const more = (room - sum) / Math.max(1, widest.length);
    return widest.map((width) => width + more);
  }
  let limit = room;
  // Bisection of the maximum width until all fit: twenty steps are finer than a point.
  for (let [low, high] = [0, room], step = 0; step < 20; step += 1) {
    limit = (low + high) / 2;
    if (widest.reduce((all, each) => all + Math.min(each, limit), 0) > room) high = limit;
    else low = limit;
  }
  const [lead = 0, ...others] = widest.map((width) => Math.min(width, limit));
  const first = others.length === 0 ? room : Math.min(lead, room * MAX_LEAD);
  return [first, ...others];
}

async function drawTable(
  pen: Pen,
  section: Tag,
  { title, columns, rows, note, charts = [] }: ReportTable,
  { lang, nothing }: ReportDocument,
  nextSlice: () => Promise<void>,
): Promise<void> {
  await nextSlice();
  const labels = columns.map(({ label }) => label);
  const texts: (readonly string[])[] = [];
  const widest = labels.map((label) => widthOf(label, lang, true));
  for (const [place, row] of rows.entries()) {
    if (place % SLICE_ROWS === SLICE_ROWS - 1) await nextSlice();
    const line = words(columns, row, lang);
    texts.push(line);
    for (const [column, text] of line.entries()) {
      widest[column] = Math.max(widest[column] ?? 0, widthOf(text, lang, false));
    }
  }
  const widths = columnWidths(INSIDE, widest);
  const ends = columns.map(({ kind }) => kind !== 'text');
  const heading = (tags: readonly Tag[]): void =>
    pen.row(labels, widths, ends, tags, { px: PX.cell, bold: true, fill: INK.head });
  pen.space(8);
  // Keeps a table's heading together with its first rows.
  pen.keep(24 + 3 * ROW.height);
  pen.text(title, section, 'H3', { px: PX.table, bold: true });
  if (rows.length > 0) {
    for (const chart of charts) {
      await nextSlice();
      pen.chart(chart, section);
    }
  }
  const table = under(section, 'Table');
  const head = under(table, 'TR');
  heading(labels.map(() => under(head, 'TH', { scope: 'Column' })));
  if (rows.length === 0) {
    const cell = under(under(table, 'TR'), 'TD', { span: columns.length });
    pen.row([nothing], [INSIDE], [false], [cell], { px: PX.cell, ink: INK.soft });
  }
  for (const [place, row] of texts.entries()) {
    if (place % SLICE_ROWS === 0) await nextSlice();
    // The repeated heading is visible, but not read aloud again.
    if (pen.keep(ROW.height)) heading([]);
    const line = under(table, 'TR');
    const tags = row.map((_, column) =>
      column === 0 && columns[0]?.kind === 'text' ? under(line, 'TH', { scope: 'Row' }) : under(line, 'TD'),
    );
    pen.row(row, widths, ends, tags, { px: PX.cell });
  }
  if (note !== '') {
    pen.space(3);
    pen.text(note, section, 'P', { px: PX.note, ink: INK.soft });
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

/** Wrapped lines; a word wider than the page is cut when drawn. */
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

/** All characters of the report, to load its fonts: figures have digits, separators and the units of durations. */
function everyLetter({ title, place, subtitle, sections, nothing, lang }: ReportDocument): string {
  const letters = new Set(`0123456789:,.%–…${title}${place}${subtitle}${nothing}`);
  const add = (text: string): void => {
    for (const letter of text) letters.add(letter);
  };
  for (const seconds of [1, 60, 3_600]) add(cellWords('length', seconds, lang));
  for (const section of sections) {
    add(section.title);
    for (const table of section.tables) {
      add(table.title + table.note);
      for (const chart of table.charts ?? []) add(chartLetters(chart, lang));
      for (const { label } of table.columns) add(label);
      for (const row of table.rows) for (const cell of row) if (typeof cell === 'string') add(cell);
    }
  }
  return [...letters].join('');
}
