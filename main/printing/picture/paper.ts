/** Paper output of a virtual printer. */
import type { DecoderFault } from './decoder/fault.ts';
import type { Align, BarcodeMark, Bits, GlyphMark, QrMark, RasterMark } from './decoder/marks.ts';
import type { CutKind } from './decoder/print-head.ts';

/** A printed line as readable text. */
export interface PrintedLine {
  readonly text: string;
  /** Multiples of the normal size; the largest in the line. */
  readonly size: { readonly width: number; readonly height: number };
  readonly bold: boolean;
  readonly inverse: boolean;
  readonly underline: boolean;
  readonly align: Align;
  /** Top edge in dots. */
  readonly y: number;
  readonly glyphs: readonly GlyphMark[];
}

/** One piece of paper from the printer. */
export interface PrintedTicket {
  readonly lines: readonly PrintedLine[];
  /** All lines, without empty ones, joined by newlines. */
  readonly text: string;
  /** The largest text line: on a ticket, its number. Empty without text. */
  readonly bigText: string;
  /** Content of the first QR code, or null. */
  readonly qr: string | null;
  readonly qrCodes: readonly QrMark[];
  readonly barcodes: readonly BarcodeMark[];
  /** Pictures, top to bottom. */
  readonly images: readonly RasterMark[];
  /** `torn`: the paper ended or was pulled out before a cut. */
  readonly cut: CutKind;
  readonly faults: readonly DecoderFault[];
  readonly widthDots: number;
  readonly heightDots: number;
  readonly heightMm: number;
  /** When the first byte of this ticket arrived and when it was cut, in milliseconds of `performance.now()`. */
  readonly firstByteAtMs: number;
  readonly cutAtMs: number;
  /** Every dot of the paper. */
  bitmap(): Bits;
  /** The ticket framed for a terminal. */
  toText(): string;
  /** PNG bytes: the ticket on white paper with a margin. */
  toPng(): Uint8Array;
  /** The same, created asynchronously. */
  picture(): Promise<Uint8Array>;
}
