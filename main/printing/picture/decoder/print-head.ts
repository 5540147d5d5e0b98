/** Print head: current settings, current line, printed strip. */
import { append } from '../../../lib/lists.ts';
import type { DecoderFault, FaultKind } from './fault.ts';
import { type Align, type Bits, type GlyphMark, inkWidth, type Mark, type RasterMark } from './marks.ts';
import type { Mechanics } from './mechanics.ts';
import { type Mode, startMode } from './mode.ts';
import type { PrinterModel } from './models.ts';

export type CutKind = 'full' | 'partial' | 'torn';

/** A printed line of text: its glyphs, in the order of their columns. */
export interface LineRecord {
  readonly glyphs: readonly GlyphMark[];
  readonly align: Align;
  /** Left edge of the line's area in dots: column 0. */
  readonly left: number;
}

/** A piece of paper as it leaves the head. */
export interface Strip {
  readonly marks: readonly Mark[];
  readonly lines: readonly LineRecord[];
  readonly faults: readonly DecoderFault[];
  readonly rows: number;
  readonly cut: CutKind;
}

/** Unprinted item; its row is known when the line is printed. */
type Waiting = Omit<GlyphMark, 'y'> | (Omit<RasterMark, 'y'> & { readonly width: number; readonly height: number });

/**
 * State of the head over the paper: current settings, current line, and the marks since the last cut. Commands act on
 * it; it handles no bytes.
 */
export class PrintHead {
  readonly model: PrinterModel;
  readonly mechanics: Mechanics;
  mode: Mode;
  /** Position of the next character, in dots from the left margin. */
  x = 0;
  /** Rows fed since the last cut. */
  y = 0;
  /** Offset of the current command. */
  at = 0;
  private waiting: Waiting[] = [];
  private waitingIds: Uint8Array[] = [];
  private marks: Mark[] = [];
  private lines: LineRecord[] = [];
  private faults: DecoderFault[] = [];
  private readonly onStrip: (strip: Strip) => void;

  constructor(model: PrinterModel, mechanics: Mechanics, onStrip: (strip: Strip) => void) {
    this.model = model;
    this.mechanics = mechanics;
    this.mode = startMode(model);
    this.onStrip = onStrip;
  }

  fault(kind: FaultKind, detail: string, at: number = this.at): void {
    this.faults.push({ kind, at, detail });
  }

  /** Faults since the last cut. */
  openFaults(): readonly DecoderFault[] {
    return this.faults;
  }

  get lineIsEmpty(): boolean {
    return this.waiting.length === 0;
  }

  get hasInk(): boolean {
    return this.marks.length > 0;
  }

  /** Printable dots between the margins. */
  get area(): number {
    return Math.min(this.mode.areaWidth, this.model.dots - this.mode.leftMargin);
  }

  /** Adds a character at the current column. Wraps to a new line if it does not fit, like a real printer. */
  put(character: string, cellWidth: number, cellHeight: number): void {
    const { mode } = this;
    const advance = (cellWidth + mode.characterSpacing) * mode.widthTimes;
    if (this.x + cellWidth * mode.widthTimes > this.area) {
      this.fault('beyond-paper', `"${character}" does not fit into ${this.area} dots; the printer breaks the line`);
      this.printLine();
    }
    this.waiting.push({
      kind: 'glyph',
      character,
      x: this.x,
      width: cellWidth * mode.widthTimes,
      height: cellHeight * mode.heightTimes,
      bold: mode.bold || mode.doubleStrike,
      inverse: mode.inverse,
      underline: mode.underline,
      upsideDown: mode.upsideDown,
      widthTimes: mode.widthTimes,
      heightTimes: mode.heightTimes,
      font: mode.font,
    });
    this.x += advance;
  }

  /** Adds a bit image of `ESC *`, which is placed in the line like a character. */
  putImage(bits: Bits): void {
    const ink = this.x + inkWidth(bits);
    if (ink > this.area) this.fault('beyond-paper', `ink up to dot ${ink} on ${this.area} printable dots`);
    this.waiting.push({ kind: 'raster', x: this.x, width: bits.width, height: bits.height, bits });
    this.x += bits.width;
  }

  /** Prints the current line and feeds at least `feed` dots (by default one line). */
  printLine(feed: number = this.mode.lineSpacing): void {
    const tallest = this.waiting.reduce((height, item) => Math.max(height, item.height), 0);
    if (this.waiting.length > 0) this.placeLine(tallest);
    this.waiting = [];
    this.x = 0;
    this.advance(Math.max(feed, tallest));
    this.confirmWaiting();
  }

  private placeLine(tallest: number): void {
    const right = this.waiting.reduce((end, item) => Math.max(end, item.x + item.width), 0);
    const left = this.mode.leftMargin + this.indent(right);
    const glyphs: GlyphMark[] = [];
    for (const item of this.waiting) {
      const place = { x: left + item.x, y: this.y + tallest - item.height };
      if (item.kind === 'glyph') glyphs.push({ ...item, ...place });
      else this.marks.push({ kind: 'raster', bits: item.bits, ...place });
    }
    append(this.marks, glyphs);
    if (glyphs.length === 0) return;
    this.lines.push({ glyphs: glyphs.toSorted((a, b) => a.x - b.x), align: this.mode.align, left });
  }

  private indent(width: number): number {
    const room = Math.max(0, this.area - width);
    if (this.mode.align === 'left') return 0;
    return this.mode.align === 'right' ? room : Math.floor(room / 2);
  }

  /** Prints a picture on its own rows. `make` receives its position; ink beyond the paper is a fault. */
  printBlock(width: number, height: number, ink: number, make: (x: number, y: number) => Mark): void {
    if (!this.mechanics.ready()) return;
    if (ink > this.area) this.fault('beyond-paper', `ink up to dot ${ink} on ${this.area} printable dots`);
    this.marks.push(make(this.mode.leftMargin + this.indent(width), this.y));
    this.advance(height);
  }

  /** Feeds paper; tears the strip at the end of the paper. */
  advance(rows: number): void {
    const fed = this.mechanics.feed(rows);
    this.y += fed;
    if (fed < rows) {
      this.waitingIds = [];
      this.release('torn');
    }
  }

  /** Answers a process id once everything before it is on paper. */
  confirm(id: Uint8Array): void {
    this.waitingIds.push(id);
    if (this.lineIsEmpty) this.confirmWaiting();
  }

  private confirmWaiting(): void {
    if (!this.mechanics.ready()) return;
    for (const id of this.waitingIds.splice(0)) this.mechanics.printed(id);
  }

  /** Discards the unprinted line; ids of discarded data are never sent. */
  clearLine(): void {
    this.waiting = [];
    this.waitingIds = [];
    this.x = 0;
  }

  /** `ESC @`: resets all settings. */
  reset(): void {
    if (!this.lineIsEmpty) this.fault('lost-text', `a line of ${this.waiting.length} characters was never printed`);
    this.clearLine();
    this.mode = startMode(this.model);
  }

  /** Cuts or tears the paper at the current row. */
  release(cut: CutKind): void {
    const { y, marks, lines, faults } = this;
    this.y = 0;
    this.marks = [];
    this.lines = [];
    this.faults = [];
    const above = (mark: { readonly y: number }): boolean => mark.y < y;
    this.onStrip({
      marks: cut === 'torn' ? marks.filter(above) : marks,
      lines: cut === 'torn' ? lines.filter(({ glyphs }) => glyphs.some(above)) : lines,
      faults,
      rows: y,
      cut,
    });
  }
}
