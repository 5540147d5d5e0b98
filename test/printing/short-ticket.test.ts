/** The short ticket, the default layout: length, speed and completeness. */
import { readFileSync } from 'node:fs';
import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { type Bits, bit } from '../../main/printing/picture/decoder/marks.ts';
import { loadPainter } from '../../main/printing/raster/load-painter.ts';
import type { Painter } from '../../main/printing/raster/painter.ts';
import { buildTicket } from '../../main/printing/ticket-engine.ts';
import { printableText } from '../../main/printing/ticket-parts.ts';
import { CLONE, decodeBytes, EPSON, NARROW_CLONE, type PrintedTicket, toRgba } from '../helpers/virtual-printer.ts';
import { laidOut } from './print-ticket.ts';
import { long, profile, TICKETS } from './sample-tickets.ts';

const PAGE = `https://queue.municipality-of-pontalva.example/waiting/ticket/${'Ab-_'.repeat(10)}xyz`;

/** Texts of usual length, with the address of a ticket page. */
const GERMAN: PaperTicket = {
  ...TICKETS.de,
  siteName: 'Rathaus am Fluss',
  serviceName: 'Reisepässe und Personalausweise',
  priorityText: 'Vorrang',
  waitText: 'Etwa 8 Minuten',
  dateText: '20. November 2026 um 14:32',
  extraText: 'Bitte halten Sie Ihren alten Pass und ein Foto bereit.',
  footerText: 'Bitte bewahren Sie das Ticket auf, bis Sie aufgerufen werden.',
  qr: { content: PAGE, caption: 'Ihren Platz am Handy verfolgen' },
};
const withPage = (ticket: PaperTicket): PaperTicket => ({
  ...ticket,
  qr: { content: PAGE, caption: ticket.qr?.caption ?? 'QR' },
});
const { en, ar, zh, hi, th, fa, he, ja, ko, vi, pt, fr, ru } = TICKETS;
const SAMPLES: readonly PaperTicket[] = [en, GERMAN, ar, zh, hi, th, fa, he, ja, ko, vi, pt, fr, ru].map(withPage);

const PRINTERS = {
  '80 mm': { on: profile(), model: EPSON },
  '80 mm, generic': { on: profile({ profile: 'generic' }), model: CLONE },
  '58 mm': { on: profile({ profile: '58mm' }), model: NARROW_CLONE },
} as const;
type PrinterName = keyof typeof PRINTERS;

/** Including the distance from head to cutter, as the virtual printer feeds it. */
const MAX_MM: Readonly<Record<PrinterName, number>> = { '80 mm': 90, '80 mm, generic': 90, '58 mm': 106 };
const MIN_MM = 60;
/** 8N1 at 19,200 baud. */
const BYTES_PER_SECOND = 1920;
const MAX_SECONDS = 4;
const DOTS_PER_MM = 8;

interface Made {
  readonly printed: PrintedTicket;
  readonly bytes: number;
  /** Length that the driver adds to the roll usage. */
  readonly mm: number;
}

async function make(ticket: PaperTicket, name: PrinterName): Promise<Made> {
  const { on, model } = PRINTERS[name];
  const { chunks, mm } = await buildTicket(ticket, { profile: on, automaticStatus: true, log: silentLog });
  const bytes = Buffer.concat(chunks);
  const [printed] = decodeBytes(bytes, model);
  return { printed: printed!, bytes: bytes.length, mm };
}

const cases = SAMPLES.flatMap((ticket) =>
  (Object.keys(PRINTERS) as PrinterName[]).flatMap((name) =>
    [ticket, { ...ticket, priorityText: '' }].map(
      (each) => [ticket.lang, name, each.priorityText === '' ? 'usual' : 'priority', each] as const,
    ),
  ),
);

/** Rows of a paper section between the first and last one with ink. */
function inkHeight(paper: Bits, from: number, to: number): number {
  const rows = Array.from({ length: to - from }, (_, at) => from + at).filter((y) =>
    Array.from({ length: paper.width }, (_, x) => x).some((x) => bit(paper, x, y)),
  );
  return (rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1;
}

let painter: Painter;
beforeAll(async () => {
  painter = await loadPainter();
});

describe.each(cases)('the short ticket: %s, %s, %s', (_lang, name, _kind, ticket) => {
  it('is short and fast, with a large number and a code that phones can read', async () => {
    const { printed, bytes } = await make(ticket, name);
    expect(printed.faults).toEqual([]);
    expect(printed.heightMm).toBeGreaterThanOrEqual(MIN_MM);
    expect(printed.heightMm).toBeLessThanOrEqual(MAX_MM[name]);
    expect(bytes).toBeLessThanOrEqual(MAX_SECONDS * BYTES_PER_SECOND);

    const paper = printed.bitmap();
    const number = printed.lines.find(({ text }) => text.trim() === ticket.number)!;
    expect(inkHeight(paper, number.y, number.y + 24 * number.size.height)).toBeGreaterThanOrEqual(12 * DOTS_PER_MM);

    const [code] = printed.qrCodes;
    const moduleDots = code!.bits.width / code!.modules;
    expect(moduleDots).toBeGreaterThanOrEqual(3);
    // The quiet zone: four modules without ink on all sides.
    const quiet = 4 * moduleDots;
    const [left, top, right, bottom] = [code!.x, code!.y, code!.x + code!.bits.width, code!.y + code!.bits.height];
    expect(printed.heightDots - bottom).toBeGreaterThanOrEqual(quiet);
    for (let y = top - quiet; y < bottom + quiet; y++) {
      for (let x = left - quiet; x < right + quiet; x++) {
        const isCode = x >= left && x < right && y >= top && y < bottom;
        if (!isCode && bit(paper, x, y)) throw new Error(`ink at ${x}, ${y}, beside the code`);
      }
    }
    expect(jsQR.default(toRgba(paper), paper.width, paper.height)?.data).toBe(PAGE);
  });

  it('contains all texts of the ticket', () => {
    const { on } = PRINTERS[name];
    const { blocks, isShortened } = laidOut(ticket, on, { ...painter, logo: null });
    expect(isShortened).toBe(false);
    const said = blocks.flatMap((block) => ('lines' in block ? block.lines : [])).join(' ');
    const flat = (text: string): string => printableText(text).replaceAll(/\s/gu, '');
    const { siteName, serviceName, number, priorityText, peopleText, waitText, dateText } = ticket;
    const { extraText, footerText, qr } = ticket;
    const texts = [siteName, serviceName, number, priorityText, peopleText, waitText, dateText, extraText, footerText];
    for (const text of [...texts, qr?.caption ?? '']) expect(flat(said)).toContain(flat(text));
  });
});

describe('the table of lengths in docs/admin/tickets.md', () => {
  it('equals the measured lengths', async () => {
    const rows = [
      '| language | 80 mm | with priority | 58 mm | with priority | long, 80 mm | bytes | seconds at 19,200 baud |',
      '|---|---|---|---|---|---|---|---|',
    ];
    for (const ticket of SAMPLES.slice(0, 6)) {
      const usual = { ...ticket, priorityText: '' };
      const made = [];
      for (const [each, name] of [
        [usual, '80 mm'],
        [ticket, '80 mm'],
        [usual, '58 mm'],
        [ticket, '58 mm'],
        [long(usual), '80 mm'],
      ] as const) {
        made.push(`${Math.round((await make(each, name)).printed.heightMm)} mm`);
      }
      const { bytes } = await make(ticket, '80 mm, generic');
      const seconds = (bytes / BYTES_PER_SECOND).toFixed(1);
      rows.push(`| ${ticket.lang} | ${made.join(' | ')} | ${bytes.toLocaleString('en')} | ${seconds} |`);
    }
    const page = readFileSync(new URL('../../docs/admin/tickets.md', import.meta.url), 'utf8');
    const [, table = ''] = /<!-- ticket lengths: start -->\n([\s\S]*?)<!-- ticket lengths: end -->/u.exec(page) ?? [];
    expect(table.trim()).toBe(rows.join('\n'));
  });
});

describe('the short ticket', () => {
  it('prints location and time in one line, queue length and wait in another, if the paper is wide enough', async () => {
    const { printed } = await make(withPage(en), '80 mm');
    const lines = printed.text.split('\n');
    expect(lines[0]).toBe('  Riverside Town Hall · 20 November 2026 at 14:32'.trim());
    expect(lines).toContain('3 people before you · About 8 minutes');
    const narrow = await make(withPage(en), '58 mm');
    const narrowLines = narrow.printed.text.split('\n');
    expect(narrowLines.slice(0, 2)).toEqual(['Riverside Town Hall', '20 November 2026 at 14:32']);
    expect(narrowLines).toEqual(expect.arrayContaining(['3 people before you', 'About 8 minutes']));
  });

  it('has an ASCII separator between texts where the code page lacks the dot', async () => {
    const { printed } = await make(withPage(TICKETS.pl), '80 mm');
    expect(printed.text).toContain('Osób przed Tobą: 3 - Około 8 minut, żółć');
  });

  it('has no logo and no rule', async () => {
    const logo = new Uint8Array(readFileSync(new URL('../../assets/demo/town-hall.png', import.meta.url)));
    const { printed } = await make({ ...withPage(en), logo }, '80 mm');
    expect(printed.images).toEqual([]);
  });

  it('keeps the quiet zone below the code where the paper is fed to a black mark', () => {
    const last = (options: Parameters<typeof profile>[0]) =>
      laidOut(withPage(en), profile(options), { ...painter, logo: null }).blocks.slice(-2);
    expect(last({}).map(({ kind }) => kind)).toEqual(['qr', 'cut']);
    expect(last({ mark: 'before-cut' })[0]).toMatchObject({ kind: 'gap' });
  });

  it('is equal as a copy, with the mark below', async () => {
    for (const ticket of SAMPLES) {
      const [first, copy] = [await make(ticket, '80 mm'), await make({ ...ticket, copyText: 'COPY' }, '80 mm')];
      const end = first.printed.qrCodes[0]!;
      const rows = (end.y + end.bits.height) * (first.printed.widthDots / 8);
      expect(copy.printed.bitmap().data.slice(0, rows)).toEqual(first.printed.bitmap().data.slice(0, rows));
      expect(copy.printed.heightMm).toBeGreaterThan(first.printed.heightMm);
    }
  });

  it('adds its own length to the roll usage, so that the roll lasts longer', async () => {
    const [short, longer] = [await make(withPage(en), '80 mm'), await make(long(withPage(en)), '80 mm')];
    // Paper fed above the first line is not part of the image.
    for (const { mm, printed } of [short, longer]) {
      expect(mm - printed.heightMm).toBeGreaterThanOrEqual(0);
      expect(mm - printed.heightMm).toBeLessThan(5);
    }
    expect(longer.mm / short.mm).toBeGreaterThan(1.5);
  });
});

it('joins notes that are sentences without a mark, and others with one', async () => {
  const linesOf = async (extraText: string, footerText: string): Promise<readonly string[]> => {
    const { printed } = await make({ ...en, extraText, footerText }, '80 mm');
    return printed.lines.map(({ text }) => text.trim());
  };
  expect(await linesOf('Bring a photo.', 'Thank you.')).toContain('Bring a photo. Thank you.');
  expect(await linesOf('Bring a photo', 'Thank you')).toContain('Bring a photo · Thank you');
});
