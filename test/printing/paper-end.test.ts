/**
 * Print lines of any width, heads of 300 dots per inch, and how tickets end: read back by a printer that shares no code
 * with the encoder.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { cutOffTorn } from '../../main/printing/escpos/paper-end.ts';
import type { PrinterOptions } from '../../main/printing/printer-options.ts';
import type { PrinterProfile } from '../../main/printing/profile.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import { BytePrinter, type Paper, type Sheet } from '../printing-matrix/byte-printer.ts';
import { drivenTime } from '../printing-matrix/cell-time.ts';
import { long, profile, TICKETS } from './sample-tickets.ts';

const logo = readFileSync(new URL('../../assets/demo/town-hall.png', import.meta.url));

interface Printed {
  readonly papers: readonly Paper[];
  readonly sheets: readonly Sheet[];
  readonly moves: readonly string[];
  readonly oddities: readonly string[];
  readonly mm: number;
}

async function printed(
  options: Partial<PrinterOptions>,
  lang: keyof typeof TICKETS = 'en',
  own: Partial<PrinterProfile> = {},
): Promise<Printed> {
  const on = { ...profile(options), ...own };
  const ticket = long({ ...TICKETS[lang], logo });
  const { chunks, mm } = await buildTicket(ticket, { profile: on, automaticStatus: false, log: silentLog });
  const read = readBytes(Buffer.concat(chunks), on.dpi);
  return { ...read, mm };
}

function readBytes(bytes: Uint8Array, dpi: number): Omit<Printed, 'mm'> {
  const time = drivenTime(() => ({}));
  const can = { ids: false, transmits: false, names: false, status: false, automatic: false, clears: false };
  const printer = new BytePrinter(can, time);
  printer.dpi = dpi;
  printer.printAll(bytes);
  time.close();
  const { papers, sheets, moves, oddities } = printer;
  return { papers, sheets, moves, oddities };
}

describe('a print line', () => {
  it.each([200, 420, 432, 640, 832, 1248, 1300])('of %i dots holds all pictures', async (dots) => {
    for (const lang of ['en', 'ar'] as const) {
      const { papers, sheets, oddities } = await printed({ dots }, lang);
      expect(oddities).toEqual([]);
      expect(papers).toHaveLength(1);
      expect(papers[0]!.pictures).toBeGreaterThan(0);
      expect(sheets[0]!.widthDots).toBeLessThanOrEqual(dots);
    }
  });
});

describe('at 300 dots per inch', () => {
  it.each(['en', 'pt', 'ar', 'zh'] as const)('a ticket keeps its millimetres (%s)', async (lang) => {
    const coarse = await printed({ dots: 576 }, lang, { drawsText: true });
    const fine = await printed({ dots: 851, dpi: 300 }, lang);
    expect(fine.oddities).toEqual([]);
    // The printer's own letters would be 2 mm high.
    expect(fine.papers.map(({ lines }) => lines)).toEqual([[]]);
    const [one, other] = [coarse.sheets[0]!, fine.sheets[0]!];
    expect(other.widthDots).toBeLessThanOrEqual(851);
    expect(Math.abs(other.mm / one.mm - 1)).toBeLessThan(0.03);
    expect(Math.abs(fine.mm - coarse.mm)).toBeLessThan(2);
    // The number is what has the most ink in one piece, but for the logo.
    expect(Math.max(...other.inkMm.slice(1))).toBeGreaterThan(13);
    expect(Math.abs(Math.max(...other.inkMm.slice(1)) / Math.max(...one.inkMm.slice(1)) - 1)).toBeLessThan(0.03);
    expect(Math.abs(other.moduleMm / one.moduleMm - 1)).toBeLessThan(0.1);
  });

  it('goes to the knife as far as a coarser head', async () => {
    const lines = Buffer.from('.\n');
    const [coarse, fine] = [203, 300].map((dpi) => {
      const end = cutOffTorn(profile({ profile: '58mm', dpi }));
      return readBytes(Buffer.concat([lines, end]), dpi).sheets[0]!.mm - (30 * 25.4) / dpi;
    });
    expect(coarse).toBeCloseTo(12, 0);
    expect(fine).toBeCloseTo(12, 0);
  });
});

describe('a ticket ends with', () => {
  it.each([
    [{}, ['to the knife, partial cut']],
    [{ cut: 'full' }, ['to the knife, full cut']],
    [{ cut: 'none' }, []],
    [{ profile: '58mm' }, ['partial cut']],
    [{ profile: '58mm', cut: 'full' }, ['to the knife, full cut']],
    [{ mark: 'before-cut' }, ['to the mark', 'partial cut']],
    [{ mark: 'before-cut', cut: 'full' }, ['to the mark', 'full cut']],
    [{ mark: 'before-cut', cut: 'none' }, ['to the mark']],
    [{ mark: 'after-cut' }, ['to the knife, partial cut', 'to the mark']],
    [{ mark: 'epson', cut: 'full' }, ['to the cutting position', 'full cut', 'to the next print']],
    [{ mark: 'custom' }, ['mark at the knife', 'partial cut', 'mark at the head']],
  ] as const)('%j', async (options, moves) => {
    const ticket = await printed(options);
    expect(ticket.oddities).toEqual([]);
    expect(ticket.moves).toEqual(moves);
    expect(readBytes(cutOffTorn(profile(options)), 203).moves).toEqual(moves);
  });
});
