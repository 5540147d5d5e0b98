/**
 * Layout of a ticket: lines, order and sizes.
 *
 * Without a layout it is the short ticket: location and time, service, number, priority, people before with the wait,
 * the texts of the service, and the QR code below its caption. Its maximum is 90 mm on 80 mm paper. A layout lists
 * parts with their sizes. The copy mark always comes before the cut. `paper-length.ts` limits the length. The generator
 * yields once per line.
 */
import { encode } from 'uqr';
import type { SlicedWork } from '../lib/steps.ts';
import { type PaperSide, paperSide } from './alignment.ts';
import { code128Modules, fitsCode128, QUIET_MODULES } from './code-128.ts';
import type { PaperTicket } from './contract/printing.ts';
import type { LineStyle } from './escpos/builder.ts';
import { carries, choosePage } from './escpos/code-page.ts';
import { printedLineDots } from './escpos/line-dots.ts';
import { fitPaper, type Laid } from './fit-paper.ts';
import { type CodePage, FONT_A_HEIGHT, type PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import { drawnLineDots, reachOf } from './raster/line-height.ts';
import { chooseSizes, largestSizes, type ShortSizes, shortNumberDots } from './short-ticket.ts';
import type { Block, TicketDocument } from './ticket-document.ts';
import {
  drawnPieces,
  type PartStyle,
  type PlacedPart,
  printableText,
  styleOf,
  ticketPieces,
  usualSize,
  withoutInvisibles,
} from './ticket-parts.ts';
import { endWith, type Measure, unbrokenParts, wrapLines } from './wrap.ts';

/** Width in dots of a line drawn in that style. */
export type MeasureDrawn = (text: string, style: DrawnStyle) => number;
type DrawLine = (text: string, style: DrawnStyle, maxWidth: number) => Bitmap;

const MAX_TIMES = 8;
const MAX_NUMBER_PX = 200;
const MIN_NUMBER_PX = 40;
/** Share of the largest number that fits, by size. */
const NUMBER_SHARES = [1, 0.4, 0.55, 0.75, 1] as const;
/** Minimum factor of font A: a sentence on one line is better small than broken, and so is a word of a heading. */
const MIN_TIMES = 1;
const MIN_PX = 28;
/** Share of the width, by size. */
const LOGO_SHARES = [0.5, 0.25, 0.5, 0.75, 1] as const;
/** Height of a logo with half the width. */
const LOGO_HEIGHT = 160;
const QR_TARGET_DOTS = 232;
const QR_MAX_MODULE = 8;
/** Dots per module, by size; the default depends on the length of the content. */
const QR_MODULES: Readonly<Record<number, number>> = { 1: 4, 2: 6, 3: 8, 4: 10 };
/** Phones read 3 dots (0.38 mm) from paper; smaller codes are omitted. */
const QR_MIN_MODULE = 3;
const QR_QUIET_MODULES = 4;
/** Minimum size of drawn text on the short ticket, where small characters save paper and time. */
const MIN_SHORT_PX = 20;

/** Module width and height, by size: thin bars vanish on cheap print heads (0.25 mm), low ones are hard to scan. */
const BARCODES: readonly (readonly [moduleDots: number, heightDots: number])[] = [
  [3, 80],
  [2, 64],
  [3, 80],
  [4, 104],
  [5, 128],
];
const BARCODE_MIN_MODULE = 2;

export interface LayoutTools {
  /** Required if `drawnTexts` returns texts; null omits drawn content. */
  readonly measure: MeasureDrawn | null;
  /** Measures drawn lines of the short ticket; without it, they get space for every script. */
  readonly draw?: DrawLine | null;
  /** Already in dots of this printer. */
  readonly logo: Bitmap | null;
}

interface Setting extends LayoutTools {
  readonly ticket: PaperTicket;
  readonly profile: PrinterProfile;
  readonly dir: 'ltr' | 'rtl';
  readonly page: CodePage;
  readonly drawn: ReadonlySet<PlacedPart>;
  /** Modules per side of the QR code; null without one. */
  readonly modules: number | null;
  /** Sizes of the short ticket. */
  readonly sizes: ShortSizes;
}

const columnsOf = (text: string): number => Array.from(text).length;

const NOTHING: Laid = { blocks: [], isCut: false };
const whole = (...blocks: readonly Block[]): Laid => ({ blocks, isCut: false });

interface Lines {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

/** At most `most` lines; the last one ends with a mark if text was cut. */
function* takeLines(text: string, width: number, measure: Measure, most: number, mark: string): SlicedWork<Lines> {
  const lines: string[] = [];
  for (const line of wrapLines(text, width, measure)) {
    if (lines.length >= most) {
      const last = lines.pop();
      return { lines: last === undefined ? [] : [...lines, endWith(mark, last, width, measure)], isCut: true };
    }
    lines.push(line);
    yield;
  }
  return { lines, isCut: false };
}

function laidLines({ lines, isCut }: Lines, block: (lines: readonly string[]) => Block): Laid {
  return { blocks: lines.length === 0 ? [] : [block(lines)], isCut };
}

const SENTENCE_END = /([.!?…؟۔।。！？])\n/gu;

/** Joins short lines of the short ticket on one line, with a mark where no sentence ends. */
function besideEachOther(piece: PlacedPart, text: string, mark: string, width: number, measure: Measure): string {
  if (piece.isShort !== true) return text;
  const line = text.replaceAll(SENTENCE_END, '$1 ').replaceAll('\n', mark);
  return measure(line) <= width ? line : text;
}

/** Separator between texts on one line, if the code page has it. */
function betweenMark(page: CodePage): string {
  return carries(page, '·') ? ' · ' : ' - ';
}

/** Ellipsis, if the code page has it. */
function moreMark(page: CodePage): string {
  return carries(page, '…') ? '…' : '...';
}

function* textBlock(
  piece: PlacedPart,
  part: PartStyle,
  side: PaperSide,
  room: number,
  setting: Setting,
): SlicedWork<Laid> {
  const { profile, page } = setting;
  const text = withoutInvisibles(piece.text);
  const longest = text.split(/[ \n]/).reduce((most, word) => Math.max(most, columnsOf(word)), 0);
  // Reduce the width of a long word before breaking it.
  let width = part.times[0];
  while (width > MIN_TIMES && longest * width > profile.columns) width--;
  const columns = Math.floor(profile.columns / width) - (part.inverted ? 2 : 0);
  const most = Math.floor(room / printedLineDots({ height: part.times[1], isClose: part.isClose }));
  const said = besideEachOther(piece, text, betweenMark(page), columns, columnsOf);
  const taken = yield* takeLines(said, columns, columnsOf, most, moreMark(page));
  const { bold, inverted, isClose } = part;
  const style: LineStyle = { width, height: part.times[1], bold, inverted, isClose };
  return laidLines(taken, (lines) => ({
    kind: 'text',
    lines: part.inverted ? lines.map((line) => ` ${line} `) : lines,
    style,
    side,
  }));
}

function* drawnBlock(
  piece: PlacedPart,
  part: PartStyle,
  side: PaperSide,
  leastPx: number,
  room: number,
  setting: Setting,
): SlicedWork<Laid> {
  const { profile, dir, measure, draw = null } = setting;
  const { lang } = setting.ticket;
  const { text } = piece;
  // Without the drawing library the rest of the ticket is still printed.
  if (measure === null) return NOTHING;
  const at = (px: number): DrawnStyle => ({ px, bold: part.bold, inverted: part.inverted, dir, side, lang });
  let style = at(part.px);
  let tooWide: Iterable<string> = new Set(style.px > leastPx ? unbrokenParts(text) : []);
  while (style.px > leastPx) {
    const still: string[] = [];
    for (const word of tooWide) {
      if (measure(word, style) > profile.dots) still.push(word);
      yield;
    }
    if (still.length === 0) break;
    tooWide = still;
    style = at(style.px - 4);
  }
  const most = Math.floor(room / drawnLineDots(style));
  const width = (line: string): number => measure(line, style);
  const said = besideEachOther(piece, text, ' · ', profile.dots, width);
  const taken = yield* takeLines(said, profile.dots, width, most, '…');
  if (!part.isClose || draw === null) return laidLines(taken, (lines) => ({ kind: 'drawn', lines, style, side }));
  const drawn: Bitmap[] = [];
  for (const line of taken.lines) {
    drawn.push(draw(line, { ...style, inverted: false }, profile.dots));
    yield;
  }
  const close: DrawnStyle = { ...style, reach: reachOf(drawn, style, part.inverted) };
  return laidLines(taken, (lines) => ({ kind: 'drawn', lines, style: close, side }));
}

function* textPiece(piece: PlacedPart, look: PartStyle, room: number, setting: Setting): SlicedWork<Laid> {
  const { text, align, isShort } = piece;
  if (text === '') return NOTHING;
  const side = paperSide(align, setting.dir);
  if (!setting.drawn.has(piece)) return yield* textBlock(piece, look, side, room, setting);
  if (isShort) {
    const px = Math.round(look.px * setting.sizes.textShare);
    return yield* drawnBlock(piece, { ...look, px }, side, MIN_SHORT_PX, room, setting);
  }
  // An enlarged text shrinks down to its default size for a long word.
  const leastPx = Math.max(MIN_PX, Math.min(look.px, usualSize(piece).px));
  return yield* drawnBlock(piece, look, side, leastPx, room, setting);
}

function* drawnNumber(piece: PlacedPart, room: number, { ticket, profile, dir, measure }: Setting): SlicedWork<Laid> {
  if (measure === null) return NOTHING;
  const { lang } = ticket;
  const { text, size, bold, align, isShort } = piece;
  const side = paperSide(align, dir);
  const at = (px: number): DrawnStyle => ({ px, bold: bold ?? true, inverted: false, dir, side, lang });
  const mostPx = isShort ? Math.min(MAX_NUMBER_PX, shortNumberDots(profile)) : MAX_NUMBER_PX;
  const fitting = Math.floor((mostPx * profile.dots) / measure(text, at(mostPx)));
  let px = Math.max(MIN_NUMBER_PX, Math.min(mostPx, fitting));
  while (px > MIN_NUMBER_PX && measure(text, at(px)) > profile.dots) px--;
  const style = at(Math.max(MIN_NUMBER_PX, Math.round(px * (NUMBER_SHARES[size] ?? 1))));
  const most = Math.floor(room / drawnLineDots(style));
  const taken = yield* takeLines(text, profile.dots, (line) => measure(line, style), most, '…');
  return laidLines(taken, (lines) => ({ kind: 'drawn', lines, style, side }));
}

/** As large as the width allows, or a share of that; at least twice the height of small text. */
function* number(piece: PlacedPart, room: number, setting: Setting): SlicedWork<Laid> {
  const { text, size, bold = false, isShort = false } = piece;
  if (text === '') return NOTHING;
  if (setting.drawn.has(piece)) return yield* drawnNumber(piece, room, setting);
  const shown = withoutInvisibles(text);
  const { profile } = setting;
  const { columns } = profile;
  const mostTimes = isShort ? Math.round(shortNumberDots(profile) / FONT_A_HEIGHT) : MAX_TIMES;
  const fitting = Math.max(1, Math.min(MAX_TIMES, mostTimes, Math.floor(columns / columnsOf(shown))));
  const times = Math.max(1, Math.round(fitting * (NUMBER_SHARES[size] ?? 1)));
  const style: LineStyle = { width: times, height: Math.max(times, 2), bold, inverted: false, isClose: isShort };
  const most = Math.floor(room / printedLineDots(style));
  const taken = yield* takeLines(shown, Math.floor(columns / times), columnsOf, most, moreMark(setting.page));
  return laidLines(taken, (lines) => ({ kind: 'text', lines, style, side: paperSide(piece.align, setting.dir) }));
}

function codeContent({ qr }: PaperTicket): string {
  // An escape byte would remain content; a real-time command would be executed.
  return qr?.content.replace(/\p{Cc}/gu, '') ?? '';
}

function* qrBlocks(piece: PlacedPart, room: number, setting: Setting): SlicedWork<Laid> {
  const { modules } = setting;
  if (modules === null) return NOTHING;
  const content = codeContent(setting.ticket);
  const most = Math.floor(setting.profile.dots / (modules + 2 * QR_QUIET_MODULES));
  const usual = piece.isShort
    ? setting.sizes.moduleDots
    : Math.min(Math.max(Math.floor(QR_TARGET_DOTS / modules), 4), QR_MAX_MODULE);
  const moduleDots = Math.min(QR_MODULES[piece.size] ?? usual, most);
  if (moduleDots < QR_MIN_MODULE) return NOTHING;
  const quiet: Block = { kind: 'gap', dots: QR_QUIET_MODULES * moduleDots };
  const side = paperSide(piece.align, setting.dir);
  const code: Block = { kind: 'qr', content, moduleDots, heightDots: modules * moduleDots, side };
  // The size applies to the code, not to its caption. The space limits the caption; a code is never cut.
  const caption = yield* textPiece(piece, styleOf({ ...piece, size: 0 }), room, setting);
  // The feed to the cutter is quiet zone enough; the feed to a black mark may be short.
  const below = setting.profile.mark === 'none' ? [] : [quiet];
  const blocks = piece.isShort ? [...caption.blocks, quiet, code, ...below] : [quiet, code, quiet, ...caption.blocks];
  return { blocks, isCut: caption.isCut };
}

function qrModules(content: string): number | null {
  try {
    return encode(content, { ecc: 'M', border: 0, boostEcc: false }).size;
  } catch {
    // Content longer than the largest code.
    return null;
  }
}

/** Number as a barcode, with the text that staff would type. None if Code 128 lacks one of its characters. */
function barcodeBlocks({ size, align }: PlacedPart, { ticket, profile, dir }: Setting): readonly Block[] {
  const content = withoutInvisibles(printableText(ticket.number));
  if (!fitsCode128(content)) return [];
  const [wanted, heightDots] = BARCODES[size] ?? [3, 80];
  const most = Math.floor(profile.dots / (code128Modules(content) + 2 * QUIET_MODULES));
  const moduleDots = Math.min(wanted, most);
  if (moduleDots < BARCODE_MIN_MODULE) return [];
  return [{ kind: 'barcode', content, moduleDots, heightDots, side: paperSide(align, dir) }];
}

/** Blocks of a part within its space; none for an empty part. */
function* blocksOf(piece: PlacedPart, room: number, setting: Setting): SlicedWork<Laid> {
  switch (piece.part) {
    case 'logo':
      if (setting.logo === null) return NOTHING;
      return whole({ kind: 'image', image: setting.logo, side: paperSide(piece.align, setting.dir) });
    case 'number':
      return yield* number(piece, room, setting);
    case 'barcode':
      return whole(...barcodeBlocks(piece, setting));
    case 'qr':
      return yield* qrBlocks(piece, room, setting);
    default:
      return yield* textPiece(piece, styleOf(piece), room, setting);
  }
}

/** Maximum size of the logo in dots of this printer; null without a logo. */
export function logoRoom(ticket: PaperTicket, profile: PrinterProfile): { width: number; height: number } | null {
  const logo = ticketPieces(ticket).find(({ part }) => part === 'logo');
  if (logo === undefined || ticket.logo === null) return null;
  const share = LOGO_SHARES[logo.size] ?? 0.5;
  // Whole bytes, so that it never exceeds the line.
  return { width: Math.floor((profile.dots * share) / 8) * 8, height: Math.round(LOGO_HEIGHT * share * 2) };
}

/** Texts that no code page of this printer covers, and the texts drawn with them; empty if nothing is drawn. */
export function drawnTexts(ticket: PaperTicket, profile: PrinterProfile): readonly string[] {
  const { drawn } = arrange(ticketPieces(ticket), ticket.dir, profile);
  return [...drawn].map(({ text }) => text).filter((text) => text !== '');
}

function arrange(pieces: readonly PlacedPart[], dir: 'ltr' | 'rtl', profile: PrinterProfile) {
  const texts = pieces.filter(({ text }) => text !== '').map(({ text }) => lineless(text));
  const page = choosePage(profile.pages, texts);
  const drawn = profile.drawsText ? new Set(pieces) : drawnPieces(pieces, dir, (text) => carries(page, lineless(text)));
  return { page, drawn };
}

/** Line ends and invisible characters are not sent, so no code page needs them. */
function lineless(text: string): string {
  return withoutInvisibles(text).replaceAll('\n', ' ');
}

/** Caches measurements: each tried size measures the same lines. */
function remembered(measure: MeasureDrawn): MeasureDrawn {
  const known = new Map<string, number>();
  return (text, style) => {
    const key = `${style.px} ${style.bold} ${style.inverted} ${text}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const width = measure(text, style);
    known.set(key, width);
    return width;
  };
}

export function* layoutTicket(
  ticket: PaperTicket,
  profile: PrinterProfile,
  tools: LayoutTools,
): SlicedWork<TicketDocument> {
  const { dir } = ticket;
  const pieces = ticketPieces(ticket);
  const { page, drawn } = arrange(pieces, dir, profile);
  const measure = tools.measure === null ? null : remembered(tools.measure);
  const content = codeContent(ticket);
  const modules = content === '' || !pieces.some(({ part }) => part === 'qr') ? null : qrModules(content);
  const lay = (laid: readonly PlacedPart[], sizes: ShortSizes): SlicedWork<Laid> => {
    const setting: Setting = { ticket, profile, dir, page, drawn, modules, sizes, ...tools, measure };
    return fitPaper(laid, (piece, room) => blocksOf(piece, room, setting), { profile, dir });
  };
  function* layShort(sizes: ShortSizes): SlicedWork<readonly Block[]> {
    // A copy equals its first print, with the mark below.
    return (yield* lay(
      pieces.filter(({ isShort }) => isShort),
      sizes,
    )).blocks;
  }
  const isShort = pieces.some((piece) => piece.isShort);
  const draw = drawn.size > 0 ? (tools.draw ?? null) : null;
  const sizes = isShort ? yield* chooseSizes(layShort, profile, draw) : largestSizes(profile);
  const { blocks, isCut } = yield* lay(pieces, sizes);
  return { page, blocks: [...blocks, { kind: 'cut' }], isShortened: isCut };
}
