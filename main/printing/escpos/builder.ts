/**
 * Builder of a job's ESC/POS bytes.
 *
 * node-thermal-printer writes the plain commands. It gets a new instance per job, is never given text (it would switch
 * code pages), and never sends anything. Every method ends at the start of a line, so that a job can be cut into chunks
 * between any two calls.
 */
import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import type { PaperSide } from '../alignment.ts';
import type { CodePage, PrinterProfile } from '../profile.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { encodeText } from './code-page.ts';
import * as commands from './commands.ts';
import { printedLineDots } from './line-dots.ts';
import { paperEnd, unitDots } from './paper-end.ts';
import { rasterBytes } from './raster-bytes.ts';

export interface LineStyle {
  /** Multiples of font A, 1 to 8. */
  readonly width: number;
  readonly height: number;
  readonly bold: boolean;
  readonly inverted: boolean;
  /** Little space below. */
  readonly isClose?: boolean;
}

export interface JobBuilder {
  /** Alignment of the following lines, pictures and codes. A job starts centred. */
  align(side: PaperSide): void;
  line(text: string, style: LineStyle): void;
  image(image: Bitmap): void;
  feed(dots: number): void;
  qr(content: string, moduleDots: number): void;
  /** Only for printers that print barcodes themselves. */
  barcode(bars: NativeBarcode): void;
  cut(): void;
  /** Whole commands, in order. Their concatenation is the job. */
  pieces(): readonly Uint8Array[];
}

const MAX_FEED = 255;

/** ESC a works at the start of a line only, where every method ends. */
const ALIGN: Readonly<Record<PaperSide, (lib: ThermalPrinter) => void>> = {
  left: (lib) => lib.alignLeft(),
  center: (lib) => lib.alignCenter(),
  right: (lib) => lib.alignRight(),
};

export interface NativeBarcode {
  readonly content: string;
  readonly moduleDots: number;
  readonly heightDots: number;
  /** Dots from the paper's left edge to the first bar. */
  readonly margin: number;
}

interface Options {
  /** Requests status at every change, right after the reset that disables it. */
  readonly automaticStatus: boolean;
}

export function startJob(profile: PrinterProfile, page: CodePage, options: Options): JobBuilder {
  // Without an interface it only collects bytes; its types require one.
  const lib = new ThermalPrinter({ type: PrinterTypes.EPSON } as ConstructorParameters<typeof ThermalPrinter>[0]);
  const pieces: Uint8Array[] = [];
  const unit = unitDots(profile);
  let spacing = -1;
  /** Remaining feed dots, less than one unit. */
  let owedDots = 0;
  /** Wanted alignment, and the alignment that the printer has. */
  let side: PaperSide = 'center';
  let placed: { readonly side: PaperSide; readonly margin: number } = { side, margin: 0 };
  let style: LineStyle = { width: 1, height: 1, bold: false, inverted: false };

  const add = (bytes: Buffer): void => lib.append(bytes);
  /** The library copies its whole buffer with every command, so the buffer never holds more than a piece. */
  const endPiece = (): void => {
    // Null if nothing was written since.
    const bytes: Buffer | null = lib.getBuffer();
    if (bytes !== null && bytes.length > 0) pieces.push(new Uint8Array(bytes));
    lib.clear();
  };

  function place(wanted: PaperSide, margin: number): void {
    if (margin !== placed.margin) add(commands.leftMargin(Math.round(margin / unit)));
    if (wanted !== placed.side) ALIGN[wanted](lib);
    placed = { side: wanted, margin };
  }

  function adopt(wanted: LineStyle): void {
    place(side, 0);
    const dots = printedLineDots(wanted);
    if (dots !== spacing) lib.setLineSpacing(Math.round(dots / unit));
    spacing = dots;
    // The parameter names are swapped: the first one is the width (GS ! n, bits 4 to 6).
    if (wanted.width !== style.width || wanted.height !== style.height) {
      lib.setTextSize(wanted.width - 1, wanted.height - 1);
    }
    if (wanted.bold !== style.bold) lib.bold(wanted.bold);
    if (wanted.inverted !== style.inverted) lib.invert(wanted.inverted);
    style = wanted;
  }

  function feed(dots: number): void {
    const whole = Math.round(dots) + owedDots;
    owedDots = whole % unit;
    const units = (whole - owedDots) / unit;
    for (let left = units; left > 0; left -= MAX_FEED) add(commands.feed(Math.min(left, MAX_FEED)));
    endPiece();
  }

  add(commands.initialise());
  if (options.automaticStatus) add(commands.automaticStatus());
  add(commands.singleByteCharacters());
  add(commands.selectCodePage(page.number));
  add(commands.motionUnits(profile.dpi / unit));
  ALIGN[side](lib);
  endPiece();

  return {
    align(wanted) {
      side = wanted;
    },
    line(text, wanted) {
      adopt(wanted);
      add(encodeText(page, text));
      lib.newLine();
      endPiece();
    },
    image(image) {
      const { dots, bandMargins } = profile;
      for (const step of rasterBytes(image, { side, dots, bandMargins })) {
        if (typeof step === 'number') feed(step);
        else {
          place(step.margin === null ? side : 'left', step.margin ?? 0);
          add(step.bytes);
          endPiece();
        }
      }
    },
    feed,
    qr(content, moduleDots) {
      place(side, 0);
      add(commands.qrCode(content, moduleDots));
      endPiece();
    },
    barcode({ content, moduleDots, heightDots, margin }) {
      place('left', margin);
      add(commands.code128(content, moduleDots, heightDots));
      endPiece();
    },
    cut() {
      add(paperEnd(profile));
      endPiece();
    },
    pieces: () => pieces,
  };
}
