/**
 * From a ticket's texts to its lines on paper: logo, site, service, the number as large as the width allows, priority,
 * people before and wait, date, extra text, QR code with its caption, footer, copy mark, cut. Centred, with air around
 * the number and a rule between what one needs now and what one may read later. No capital below 2.5 mm.
 */
import { encode } from 'uqr';
import type { PaperTicket } from '../contract/printing.ts';
import type { LineStyle } from './escpos/builder.ts';
import { carries, choosePage } from './escpos/code-page.ts';
import { withoutInvisibles } from './printable-text.ts';
import type { PrinterProfile } from './profile.ts';
import type { Bitmap } from './raster/bitmap.ts';
import type { DrawnStyle } from './raster/draw-text.ts';
import type { Block, TicketDocument } from './ticket-document.ts';
import { drawnParts, type PartName, type TicketParts, ticketParts } from './ticket-parts.ts';
import { wrapText } from './wrap.ts';

/** Width in dots of a line drawn in that style. */
export type MeasureDrawn = (text: string, style: DrawnStyle) => number;

interface PartStyle {
  readonly times: readonly [width: number, height: number];
  /** Size when drawn. 28 px gives capitals of 20 dots: 2.5 mm. */
  readonly px: number;
  readonly bold: boolean;
  readonly inverted: boolean;
}

const style = (times: PartStyle['times'], px: number, bold = false, inverted = false): PartStyle => ({
  times,
  px,
  bold,
  inverted,
});

const STYLES: Readonly<Record<Exclude<PartName, 'number'>, PartStyle>> = {
  site: style([1, 1], 30, true),
  service: style([2, 2], 44, true),
  priority: style([2, 2], 40, true, true),
  people: style([1, 2], 34, true),
  wait: style([1, 2], 34, true),
  date: style([1, 1], 28),
  extra: style([1, 1], 28),
  caption: style([1, 1], 28),
  footer: style([1, 1], 28),
  copy: style([2, 2], 36, true, true),
};

const MAX_TIMES = 8;
const MAX_NUMBER_PX = 200;
const MIN_NUMBER_PX = 40;
/** A sentence on one line is better small than broken in two; a word of a heading too. */
const MIN_TIMES = 1;
const QR_TARGET_DOTS = 232;
const QR_MAX_MODULE = 8;
/** Phones read 3 dots (0.38 mm) from paper; below that the code is left out. */
const QR_MIN_MODULE = 3;
const QR_QUIET_MODULES = 4;
const SMALL_GAP = 12;
const GAP = 24;

interface Setting {
  readonly profile: PrinterProfile;
  readonly dir: 'ltr' | 'rtl';
  readonly parts: TicketParts;
  readonly drawn: ReadonlySet<PartName>;
  readonly measure: MeasureDrawn | null;
}

const columnsOf = (text: string): number => Array.from(text).length;

function textBlock(text: string, part: PartStyle, profile: PrinterProfile): Block {
  const words = text.split(/[ \n]/);
  const longest = Math.max(...words.map(columnsOf));
  // A long word is set narrower before it is broken.
  let width = part.times[0];
  while (width > MIN_TIMES && longest * width > profile.columns) width--;
  const room = Math.floor(profile.columns / width) - (part.inverted ? 2 : 0);
  const lines = wrapText(text, room, columnsOf);
  const look: LineStyle = { width, height: part.times[1], bold: part.bold, inverted: part.inverted };
  return { kind: 'text', lines: part.inverted ? lines.map((line) => ` ${line} `) : lines, style: look };
}

function drawnBlock(text: string, part: PartStyle, { profile, dir, measure }: Setting): Block[] {
  // Without the drawing library the rest of the ticket is still worth printing.
  if (measure === null) return [];
  const look: DrawnStyle = { px: part.px, bold: part.bold, inverted: part.inverted, dir };
  const lines = wrapText(text, profile.dots, (line) => measure(line, look));
  return [{ kind: 'drawn', lines, style: look }];
}

function part(name: Exclude<PartName, 'number'>, setting: Setting): Block[] {
  const text = setting.parts[name];
  if (text === '') return [];
  if (setting.drawn.has(name)) return drawnBlock(text, STYLES[name], setting);
  return [textBlock(withoutInvisibles(text), STYLES[name], setting.profile)];
}

function drawnNumber(text: string, { profile, dir, measure }: Setting): Block[] {
  if (measure === null) return [];
  const at = (px: number): DrawnStyle => ({ px, bold: true, inverted: false, dir });
  const fitting = Math.floor((MAX_NUMBER_PX * profile.dots) / measure(text, at(MAX_NUMBER_PX)));
  let px = Math.max(MIN_NUMBER_PX, Math.min(MAX_NUMBER_PX, fitting));
  while (px > MIN_NUMBER_PX && measure(text, at(px)) > profile.dots) px--;
  const look = at(px);
  return [{ kind: 'drawn', lines: wrapText(text, profile.dots, (line) => measure(line, look)), style: look }];
}

/** As large as the width allows; never less than twice as high as the other text. */
function number(setting: Setting): Block[] {
  const text = setting.parts.number;
  if (text === '') return [];
  if (setting.drawn.has('number')) return drawnNumber(text, setting);
  const shown = withoutInvisibles(text);
  const { columns } = setting.profile;
  const times = Math.max(1, Math.min(MAX_TIMES, Math.floor(columns / columnsOf(shown))));
  const look: LineStyle = { width: times, height: Math.max(times, 2), bold: false, inverted: false };
  return [{ kind: 'text', lines: wrapText(shown, Math.floor(columns / times), columnsOf), style: look }];
}

function qrBlocks(ticket: PaperTicket, setting: Setting): Block[] {
  // An escape byte in the content would still be content; a real-time command would not.
  const content = ticket.qr?.content.replace(/\p{Cc}/gu, '') ?? '';
  if (content === '') return [];
  const modules = qrModules(content);
  if (modules === null) return [];
  const most = Math.floor(setting.profile.dots / (modules + 2 * QR_QUIET_MODULES));
  const moduleDots = Math.min(Math.max(Math.floor(QR_TARGET_DOTS / modules), 4), QR_MAX_MODULE, most);
  if (moduleDots < QR_MIN_MODULE) return [];
  const quiet: Block = { kind: 'gap', dots: QR_QUIET_MODULES * moduleDots };
  const code: Block = { kind: 'qr', content, moduleDots, sizeDots: moduleDots * modules };
  return [quiet, code, quiet, ...part('caption', setting)];
}

function qrModules(content: string): number | null {
  try {
    return encode(content, { ecc: 'M', border: 0, boostEcc: false }).size;
  } catch {
    // Longer than the largest code.
    return null;
  }
}

const gap = (dots: number): Block => ({ kind: 'gap', dots });

/** Groups with a gap between those that are not empty. */
function spaced(groups: readonly (readonly Block[])[], dots: number): Block[] {
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? [...group] : [gap(dots), ...group]));
}

/** True when no page of this printer carries the whole ticket, so that something has to be drawn. */
export function needsDrawing(ticket: PaperTicket, profile: PrinterProfile): boolean {
  const parts = ticketParts(ticket);
  return arrange(parts, ticket.dir, profile).drawn.size > 0;
}

function arrange(parts: TicketParts, dir: 'ltr' | 'rtl', profile: PrinterProfile) {
  const texts = Object.values(parts)
    .filter((text) => text !== '')
    .map(lineless);
  const page = choosePage(profile.pages, texts);
  const drawn = drawnParts(parts, dir, (text) => carries(page, lineless(text)));
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
  const parts = ticketParts(ticket);
  const { page, drawn } = arrange(parts, ticket.dir, profile);
  const setting: Setting = { profile, dir: ticket.dir, parts, drawn, measure: tools.measure };
  const of = (name: Exclude<PartName, 'number'>): Block[] => part(name, setting);

  const logo: Block[] = tools.logo === null ? [] : [{ kind: 'image', image: tools.logo }];
  const head = spaced([logo, of('site')], SMALL_GAP);
  const middle = spaced(
    [spaced([of('service'), number(setting)], GAP), of('priority'), [...of('people'), ...of('wait')]],
    GAP,
  );
  const rest = spaced([of('date'), of('extra'), qrBlocks(ticket, setting), of('footer'), of('copy')], GAP);
  const groups = [head, middle, rest].filter((group) => group.length > 0);
  const blocks = groups.flatMap((group, index): Block[] =>
    index === 0 ? group : [gap(SMALL_GAP), { kind: 'rule' }, gap(GAP), ...group],
  );
  return { page, blocks: [...blocks, { kind: 'cut' }] };
}
