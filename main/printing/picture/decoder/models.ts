/** Printer models of the virtual printer. */
import { EPSON_PAGES } from './code-pages.ts';

/** Properties of a simulated printer model. */
export interface PrinterModel {
  readonly name: string;
  /** Answers to `GS I 66` and `GS I 67`. */
  readonly maker: string;
  readonly model: string;
  /** Printable width: 576 on 80 mm paper, 384 on 58 mm. */
  readonly dots: number;
  /** Dots per inch, both ways. */
  readonly dpi: number;
  /** `ESC t n` → code page. The numbering differs between models. */
  readonly pages: Readonly<Record<number, string>>;
  /** Encoding of double-byte characters, if the printer has a font for them. */
  readonly kanji: 'gb18030' | 'shiftjis' | 'big5' | 'euc-kr' | null;
  /** Distance from print head to cutter; `GS V 65` and `GS V 66` feed this far. */
  readonly cutterDots: number;
  /** Whether it answers `GS ( H`. Many clones accept it silently. */
  readonly processId: boolean;
  /** Whether `GS a` enables automatic status. */
  readonly automaticStatus: boolean;
  /** Whether `DLE DC4 8` clears the buffers and confirms it. */
  readonly clearsBuffer: boolean;
  /** Whether it answers `DLE EOT`. */
  readonly realTimeStatus: boolean;
  /** Has a near-end sensor for the roll. */
  readonly nearEndSensor: boolean;
}

/** A current 80 mm printer of Epson's TM line with all features. */
export const EPSON: PrinterModel = {
  name: 'epson',
  maker: 'EPSON',
  model: 'TM-T20III',
  dots: 576,
  dpi: 203,
  pages: EPSON_PAGES,
  kanji: null,
  cutterDots: 96,
  processId: true,
  automaticStatus: true,
  clearsBuffer: true,
  realTimeStatus: true,
  nearEndSensor: true,
};

/** The same with a Chinese font, as sold in China: double-byte characters between `FS &` and `FS .`. */
export const EPSON_CHINESE: PrinterModel = { ...EPSON, name: 'epson-chinese', kanji: 'gb18030' };

/** A cheap printer that speaks ESC/POS: status on request, no process ID, no automatic status, no clear response. */
export const CLONE: PrinterModel = {
  ...EPSON,
  name: 'clone',
  maker: 'GENERIC',
  model: 'POS-80',
  pages: { 0: 'cp437', 2: 'cp850', 3: 'cp860', 16: 'windows1252', 17: 'cp866', 18: 'cp852', 19: 'cp858' },
  processId: false,
  automaticStatus: false,
  clearsBuffer: false,
  nearEndSensor: false,
};

/** A 58 mm clone. */
export const NARROW_CLONE: PrinterModel = { ...CLONE, name: 'clone-58', model: 'POS-58', dots: 384 };

/** A printer that never answers. */
export const MUTE: PrinterModel = { ...CLONE, name: 'mute', model: 'POS-MUTE', realTimeStatus: false };

export const MODELS: readonly PrinterModel[] = [EPSON, EPSON_CHINESE, CLONE, NARROW_CLONE, MUTE];
