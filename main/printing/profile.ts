/**
 * Capability profile of a printer model.
 *
 * The layout relies on it: width, code pages with the model's numbers, cutter. Only verified pages are listed; other
 * text is drawn.
 */
import { fail, ok, type Result } from '../lib/result.ts';
import type { CutWay, MarkWay, PresenterKind, PrinterOptions } from './printer-options.ts';

export interface CodePage {
  /** Name in printer manuals. */
  readonly name: string;
  /** Name in iconv-lite. */
  readonly encoding: string;
  /** The `n` of ESC t n on this model. */
  readonly number: number;
}

export interface PrinterProfile {
  readonly name: string;
  /** Width of the print line in dots. */
  readonly dots: number;
  /** Dots per inch, both ways. */
  readonly dpi: number;
  /** Characters of font A (12 x 24 dots) per line. */
  readonly columns: number;
  /** In the order of preference. */
  readonly pages: readonly [CodePage, ...CodePage[]];
  /** How a ticket ends. `tear`: no cutter; feeds to the tear bar. */
  readonly cut: CutWay | 'tear';
  readonly mark: MarkWay;
  readonly presenter: PresenterKind;
  /** Whether to try process ids (GS ( H). Models known to lack them are not asked. */
  readonly processId: boolean;
  /** Whether a left margin (GS L) applies to pictures (GS v 0), so that each band can have its own. */
  readonly bandMargins: boolean;
  /** Its font is too small to read: all text is drawn. */
  readonly drawsText: boolean;
  /** Whether it prints Code 128 itself (GS k 73); otherwise the barcode is drawn. */
  readonly code128: boolean;
}

export const MM_PER_INCH = 25.4;
export const FONT_A_WIDTH = 12;
export const FONT_A_HEIGHT = 24;

const page = (name: string, encoding: string, number: number): CodePage => ({ name, encoding, number });

const WESTERN = [page('PC858', 'cp858', 19), page('WPC1252', 'win1252', 16)] as const;
const OLD_WESTERN = [page('PC437', 'cp437', 0), page('PC850', 'cp850', 2)] as const;

/** Page numbers of ESC t in Epson's reference, shared by its current TM models. */
const EPSON_PAGES = [
  ...WESTERN,
  page('PC852', 'cp852', 18),
  page('WPC1250', 'win1250', 45),
  page('PC857', 'cp857', 13),
  page('WPC1254', 'win1254', 48),
  page('PC737', 'cp737', 14),
  page('WPC1253', 'win1253', 47),
  page('PC866', 'cp866', 17),
  page('WPC1251', 'win1251', 46),
  page('WPC1257', 'win1257', 51),
  ...OLD_WESTERN,
] as const;

/** The few pages that most TM-T88 clones share. */
const CLONE_PAGES = [...WESTERN, page('PC852', 'cp852', 18), page('PC866', 'cp866', 17), ...OLD_WESTERN] as const;

const EPSON: PrinterProfile = {
  name: 'epson',
  dots: 576,
  dpi: 203,
  columns: 48,
  pages: EPSON_PAGES,
  cut: 'partial',
  mark: 'none',
  presenter: 'none',
  processId: true,
  bandMargins: true,
  drawsText: false,
  code128: true,
};

const PROFILES: readonly PrinterProfile[] = [
  EPSON,
  { ...EPSON, name: 'generic', pages: CLONE_PAGES, bandMargins: false, code128: false },
  {
    ...EPSON,
    name: '58mm',
    dots: 384,
    columns: 32,
    pages: CLONE_PAGES,
    cut: 'tear',
    bandMargins: false,
    code128: false,
  },
];

/** Older 80 mm heads with 512 dots have 180 dots per inch. */
function dpiOf(dots: number): number {
  return dots === 512 ? 180 : 203;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

/** The profile of a printer URL, with the URL's widths and page. The error is one line. */
export function profileFor(options: PrinterOptions): Result<PrinterProfile, string> {
  const wanted = options.profile ?? EPSON.name;
  const found = PROFILES.find((profile) => profile.name === wanted);
  if (found === undefined) {
    return fail(`Unknown printer profile "${wanted}": use one of ${quoted(PROFILES.map(({ name }) => name))}.`);
  }
  const dots = options.dots ?? found.dots;
  const most = Math.floor(dots / FONT_A_WIDTH);
  const columns = options.columns ?? most;
  if (columns > most) {
    return fail(`${columns} columns do not fit on ${dots} dots: write columns=${most} or less.`);
  }
  const dpi = options.dpi ?? dpiOf(dots);
  const { mark, presenter } = options;
  // A presenter holds a ticket only after a full cut.
  const cut = options.cut ?? (presenter === 'none' ? found.cut : 'full');
  const profile = { ...found, dots, columns, dpi, cut, mark, presenter };
  if (options.codePage === null) return ok(profile);
  const only = options.codePage.toUpperCase();
  const forced = found.pages.find(({ name }) => name === only);
  if (forced === undefined) {
    return fail(
      `Profile "${found.name}" has no code page "${options.codePage}": use one of ${quoted(found.pages.map(({ name }) => name))}.`,
    );
  }
  return ok({ ...profile, pages: [forced] });
}
