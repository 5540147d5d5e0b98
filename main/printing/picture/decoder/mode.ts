/** Printer settings that `ESC @` resets. */
import type { Align, Bits } from './marks.ts';
import type { PrinterModel } from './models.ts';

/** Settings that `ESC @` resets. */
export interface Mode {
  page: number;
  international: number;
  bold: boolean;
  doubleStrike: boolean;
  underline: number;
  inverse: boolean;
  upsideDown: boolean;
  widthTimes: number;
  heightTimes: number;
  font: 'A' | 'B';
  align: Align;
  /** Dots from one line to the next. */
  lineSpacing: number;
  /** Dots right of each character, before enlarging. */
  characterSpacing: number;
  leftMargin: number;
  areaWidth: number;
  /** Tab stops in dots from the left margin, ascending. */
  tabs: readonly number[];
  /** Dots of one unit of `GS P`, horizontally and vertically. */
  unitX: number;
  unitY: number;
  kanji: boolean;
  kanjiSystem: number;
  qrModel: number;
  qrModule: number;
  qrLevel: 'L' | 'M' | 'Q' | 'H';
  qrData: Uint8Array | null;
  barcodeHeight: number;
  barcodeModule: number;
  /** Stored by `GS ( L` function 112 until function 50 prints it. */
  storedImage: Bits | null;
}

/** `ESC 2`. */
export const DEFAULT_LINE_SPACING = 30;
const FONT_A_WIDTH = 12;

export function startMode(model: PrinterModel): Mode {
  return {
    page: 0,
    international: 0,
    bold: false,
    doubleStrike: false,
    underline: 0,
    inverse: false,
    upsideDown: false,
    widthTimes: 1,
    heightTimes: 1,
    font: 'A',
    align: 'left',
    lineSpacing: DEFAULT_LINE_SPACING,
    characterSpacing: 0,
    leftMargin: 0,
    areaWidth: model.dots,
    tabs: Array.from({ length: 32 }, (_, index) => (index + 1) * 8 * FONT_A_WIDTH),
    unitX: 1,
    unitY: 1,
    kanji: false,
    kanjiSystem: 0,
    qrModel: 50,
    qrModule: 3,
    qrLevel: 'L',
    qrData: null,
    barcodeHeight: 162,
    barcodeModule: 3,
    storedImage: null,
  };
}
