/**
 * From a ticket's texts to its lines on paper, in the order and sizes of its layout: by default logo, site, service, the
 * number as large as the width allows, priority, people before and wait, date, extra text, QR code with its caption,
 * footer. Centred, with air around the number and a rule between what one needs now and what one may read later. The
 * mark of a copy stands before the cut whatever the layout. No capital below 2.5 mm.
 */
import { encode } from 'uqr';
import type { PaperTicket } from '../contract/printing.ts';
import { USUALLY_BOLD } from '../contract/ticket-layout.ts';
import type { LineStyle } from './escpos/builder.ts';
import { carries, choosePage } from './escpos/code-page.ts';
import { type PaperSide, paperSide } from './paper-side.ts';
import { withoutInvisibles } from './printable-text.ts';
import type { PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import { type Separator, separate } from './spacing.ts';
import type { Block, TicketDocument } from './ticket-document.ts';
import { drawnPieces, type Piece, ticketPieces } from './ticket-parts.ts';
import { longestUnbroken, wrapText } from './wrap.ts';

/** Width in dots of a line drawn in that style. */
export type MeasureDrawn = (text: string, style: DrawnStyle) => number;

interface PartStyle {
  readonly times: readonly [width: number, height: number];
  /** Size when drawn. 28 px gives capitals of 20 dots: 2.5 mm. */
  readonly px: number;
  readonly bold: boolean;
  readonly inverted: boolean;
}

type PartSize = Pick<PartStyle, 'times' | 'px'>;

const PLAIN: PartSize = { times: [1, 1], px: 28 };

/** The usual size of each text. */
const USUAL_SIZES: Readonly<Partial<Record<Piece['part'], PartSize>>> = {
  site: { times: [1, 1], px: 30 },
  service: { times: [2, 2], px: 44 },
  priority: { times: [2, 2], px: 40 },
  people: { times: [1, 2], px: 34 },
  wait: { times: [1, 2], px: 34 },
  copy: { times: [2, 2], px: 36 },
};

/** Sizes 1 to 4 of texts. */
const TEXT_SIZES: Readonly<Record<number, PartSize>> = {
  1: { times: [1, 1], px: 28 },
  2: { times: [1, 2], px: 36 },
  3: { times: [2, 2], px: 44 },
  4: { times: [3, 3], px: 64 },
};

const MAX_TIMES = 8;
const MAX_NUMBER_PX = 200;
const MIN_NUMBER_PX = 40;
/** Of the largest number that fits, by size. */
const NUMBER_SHARES = [1, 0.4, 0.55, 0.75, 1] as const;
/** A sentence on one line is better small than broken in two; a word of a heading too. */
const MIN_TIMES = 1;
const MIN_PX = 28;
/** Of the width, by size. */
const LOGO_SHARES = [0.5, 0.25, 0.5, 0.75, 1] as const;
/** Of a logo that has half the width. */
const LOGO_HEIGHT = 160;
const QR_TARGET_DOTS = 232;
const QR_MAX_MODULE = 8;
/** Dots of a module, by size; the usual one is by the length of what the code says. */
const QR_MODULES: Readonly<Record<number, number>> = { 1: 4, 2: 6, 3: 8, 4: 10 };
/** Phones read 3 dots (0.38 mm) from paper; below that the code is left out. */
const QR_MIN_MODULE = 3;
const QR_QUIET_MODULES = 4;

interface Setting {
  readonly ticket: PaperTicket;
  readonly profile: PrinterProfile;
  readonly dir: 'ltr' | 'rtl';
  readonly drawn: ReadonlySet<Piece>;
  readonly measure: MeasureDrawn | null;
  readonly logo: Bitmap | null;
}

const columnsOf = (text: string): number => Array.from(text).length;

function usualSize({ part }: Piece): PartSize {
  return USUAL_SIZES[part] ?? PLAIN;
}

function styleOf(piece: Piece): PartStyle {
  const { part, size, bold } = piece;
  return {
    ...(TEXT_SIZES[size] ?? usualSize(piece)),
    bold: bold ?? (part === 'copy' || USUALLY_BOLD.has(part)),
    inverted: part === 'copy' || part === 'priority',
  };
}

function textBlock(text: string, part: PartStyle, side: PaperSide, profile: PrinterProfile): Block {
  const words = text.split(/[ \n]/);
  const longest = Math.max(...words.map(columnsOf));
  // A long word is set narrower before it is broken.
  let width = part.times[0];
  while (width > MIN_TIMES && longest * width > profile.columns) width--;
  const room = Math.floor(profile.columns / width) - (part.inverted ? 2 : 0);
  const lines = wrapText(text, room, columnsOf);
  const look: LineStyle = { width, height: part.times[1], bold: part.bold, inverted: part.inverted };
  return { kind: 'text', lines: part.inverted ? lines.map((line) => ` ${line} `) : lines, style: look, side };
}

function drawnBlock(text: string, part: PartStyle, side: PaperSide, leastPx: number, setting: Setting): Block[] {
  const { profile, dir, measure } = setting;
  // Without the drawing library the rest of the ticket is still worth printing.
  if (measure === null) return [];
  const at = (px: number): DrawnStyle => ({ px, bold: part.bold, inverted: part.inverted, dir, side });
  let look = at(part.px);
  const width = (line: string): number => measure(line, look);
  while (look.px > leastPx && longestUnbroken(text, width) > profile.dots) look = at(look.px - 4);
  return [{ kind: 'drawn', lines: wrapText(text, profile.dots, width), style: look, side }];
}

function textPiece(piece: Piece, look: PartStyle, setting: Setting): Block[] {
  const { text, align } = piece;
  if (text === '') return [];
  const side = paperSide(align, setting.dir);
  if (!setting.drawn.has(piece)) return [textBlock(withoutInvisibles(text), look, side, setting.profile)];
  // What was made larger than usual gives way to a long word, down to what is usual.
  const leastPx = Math.max(MIN_PX, Math.min(look.px, usualSize(piece).px));
  return drawnBlock(text, look, side, leastPx, setting);
}

function drawnNumber({ text, size, bold, align }: Piece, { profile, dir, measure }: Setting): Block[] {
  if (measure === null) return [];
  const side = paperSide(align, dir);
  const at = (px: number): DrawnStyle => ({ px, bold: bold ?? true, inverted: false, dir, side });
  const fitting = Math.floor((MAX_NUMBER_PX * profile.dots) / measure(text, at(MAX_NUMBER_PX)));
  let px = Math.max(MIN_NUMBER_PX, Math.min(MAX_NUMBER_PX, fitting));
  while (px > MIN_NUMBER_PX && measure(text, at(px)) > profile.dots) px--;
  const look = at(Math.max(MIN_NUMBER_PX, Math.round(px * (NUMBER_SHARES[size] ?? 1))));
  return [{ kind: 'drawn', lines: wrapText(text, profile.dots, (line) => measure(line, look)), style: look, side }];
}

/** As large as the width allows, or a part of that; never less than twice as high as small text. */
function number(piece: Piece, setting: Setting): Block[] {
  const { text, size, bold = false } = piece;
  if (text === '') return [];
  if (setting.drawn.has(piece)) return drawnNumber(piece, setting);
  const shown = withoutInvisibles(text);
  const { columns } = setting.profile;
  const largest = Math.max(1, Math.min(MAX_TIMES, Math.floor(columns / columnsOf(shown))));
  const times = Math.max(1, Math.round(largest * (NUMBER_SHARES[size] ?? 1)));
  const look: LineStyle = { width: times, height: Math.max(times, 2), bold, inverted: false };
  const lines = wrapText(shown, Math.floor(columns / times), columnsOf);
  return [{ kind: 'text', lines, style: look, side: paperSide(piece.align, setting.dir) }];
}

function qrBlocks(piece: Piece, setting: Setting): Block[] {
  // An escape byte in the content would still be content; a real-time command would not.
  const content = setting.ticket.qr?.content.replace(/\p{Cc}/gu, '') ?? '';
  if (content === '') return [];
  const modules = qrModules(content);
  if (modules === null) return [];
  const most = Math.floor(setting.profile.dots / (modules + 2 * QR_QUIET_MODULES));
  const usual = Math.min(Math.max(Math.floor(QR_TARGET_DOTS / modules), 4), QR_MAX_MODULE);
  const moduleDots = Math.min(QR_MODULES[piece.size] ?? usual, most);
  if (moduleDots < QR_MIN_MODULE) return [];
  const quiet: Block = { kind: 'gap', dots: QR_QUIET_MODULES * moduleDots };
  const code: Block = { kind: 'qr', content, moduleDots, side: paperSide(piece.align, setting.dir) };
  // The size is the code's, not the caption's.
  return [quiet, code, quiet, ...textPiece(piece, styleOf({ ...piece, size: 0 }), setting)];
}

function qrModules(content: string): number | null {
  try {
    return encode(content, { ecc: 'M', border: 0, boostEcc: false }).size;
  } catch {
    // Longer than the largest code.
    return null;
  }
}

/** What a part puts onto paper; nothing when it is empty. */
function blocksOf(piece: Piece, setting: Setting): readonly Block[] {
  switch (piece.part) {
    case 'logo':
      if (setting.logo === null) return [];
      return [{ kind: 'image', image: setting.logo, side: paperSide(piece.align, setting.dir) }];
    case 'number':
      return number(piece, setting);
    case 'qr':
      return qrBlocks(piece, setting);
    default:
      return textPiece(piece, styleOf(piece), setting);
  }
}

/** The room of the logo in dots of this printer; null when none is to be printed. */
export function logoRoom(ticket: PaperTicket, profile: PrinterProfile): { width: number; height: number } | null {
  const logo = ticketPieces(ticket).find(({ part }) => part === 'logo');
  if (logo === undefined || ticket.logo === null) return null;
  const share = LOGO_SHARES[logo.size] ?? 0.5;
  return { width: Math.round(profile.dots * share), height: Math.round(LOGO_HEIGHT * share * 2) };
}

/** True when no page of this printer carries the whole ticket, so that something has to be drawn. */
export function needsDrawing(ticket: PaperTicket, profile: PrinterProfile): boolean {
  return arrange(ticketPieces(ticket), ticket.dir, profile).drawn.size > 0;
}

function arrange(pieces: readonly Piece[], dir: 'ltr' | 'rtl', profile: PrinterProfile) {
  const texts = pieces.filter(({ text }) => text !== '').map(({ text }) => lineless(text));
  const page = choosePage(profile.pages, texts);
  const drawn = drawnPieces(pieces, dir, (text) => carries(page, lineless(text)));
  return { page, drawn };
}

/** Line ends and invisible marks are not sent to the printer; no page has to carry them. */
function lineless(text: string): string {
  return withoutInvisibles(text).replaceAll('\n', ' ');
}

/**
 * `measure` is needed where `needsDrawing` says so; null leaves out what would have to be drawn. `logo` is in dots of
 * this printer already.
 */
export function layoutTicket(
  ticket: PaperTicket,
  profile: PrinterProfile,
  tools: { readonly measure: MeasureDrawn | null; readonly logo: Bitmap | null },
): TicketDocument {
  const { dir } = ticket;
  const pieces = ticketPieces(ticket);
  const { page, drawn } = arrange(pieces, dir, profile);
  const setting: Setting = { ticket, profile, dir, drawn, ...tools };

  const blocks: Block[] = [];
  let above: Piece['part'] | null = null;
  let separators: Separator[] = [];
  for (const piece of pieces) {
    const { part, size } = piece;
    if (part === 'rule') separators.push({ kind: 'rule', size, side: paperSide(piece.align, dir) });
    if (part === 'gap') separators.push({ kind: 'air', size });
    const own = blocksOf(piece, setting);
    if (own.length === 0) continue;
    // Above the first part and below the last there is nothing to be kept apart.
    if (above !== null) blocks.push(...separate(above, part, separators, profile.dots));
    blocks.push(...own);
    above = part;
    separators = [];
  }
  return { page, blocks: [...blocks, { kind: 'cut' }] };
}
