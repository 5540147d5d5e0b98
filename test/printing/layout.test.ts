import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { paperText } from '../../main/kiosk/host/paper-texts.ts';
import type { PaperTicket } from '../../main/printing/contract/printing.ts';
import { drawnTexts } from '../../main/printing/layout.ts';
import { type Bits, bit } from '../../main/printing/picture/decoder/marks.ts';
import { decodeBytes } from '../helpers/virtual-printer.ts';
import { encoded, laidOut, NARROW, openPrinting, WIDE } from './print-ticket.ts';
import { ENGLISH, long, TICKETS } from './sample-tickets.ts';

let print: Awaited<ReturnType<typeof openPrinting>>;
beforeAll(async () => {
  print = await openPrinting();
});

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const texts = (ticket: PaperTicket): string[] => [
  ticket.siteName,
  ticket.serviceName,
  ticket.number,
  ticket.priorityText,
  ticket.peopleText,
  ticket.waitText,
  ticket.dateText,
  ticket.extraText,
  ...(ticket.qr === null ? [] : [ticket.qr.caption]),
  ticket.footerText,
  ticket.copyText,
];

/** The same texts in the order of the short ticket. */
function shortTexts(ticket: PaperTicket): string[] {
  const { siteName, dateText, serviceName, number, priorityText, peopleText, waitText, extraText, footerText } = ticket;
  const caption = ticket.qr?.caption ?? '';
  const first = [siteName, dateText, serviceName, number, priorityText, peopleText, waitText];
  return [...first, extraText, footerText, caption, ticket.copyText];
}

/** Without the separators between texts in one line. */
const parted = (text: string): string => words(text.replaceAll(/ [·-] /g, ' '));

describe.each(Object.entries(TICKETS))('a ticket in %s', (lang, ticket) => {
  it.each([
    ['80 mm', WIDE],
    ['58 mm', NARROW],
  ])('prints on %s paper without a fault', (_paper, on) => {
    const printed = print(ticket, on);
    expect(printed.faults).toEqual([]);
    expect(printed.cut).toBe('partial');
    expect(printed.qr).toBe(ticket.qr?.content ?? null);
  });

  it.each([
    ['short', ticket, shortTexts],
    ['long', long(ticket), texts],
  ] as const)('says everything, in the order of the paper (%s)', (_name, printable, said) => {
    const printed = print(printable);
    if (drawnTexts(ticket, WIDE).length > 0) {
      expect(printed.text).toBe(ticket.number);
      expect(printed.images.length).toBeGreaterThan(8);
    } else {
      const meant = said(ticket).map((text) => words(text.normalize('NFC')));
      expect(parted(printed.text)).toBe(words(meant.join(' ')));
    }
  });

  it('is rendered as an image only where no code page has the characters', () => {
    expect(drawnTexts(ticket, WIDE).length > 0).toBe(
      ['ar', 'zh', 'fa', 'he', 'th', 'hi', 'ja', 'ko', 'vi'].includes(lang),
    );
  });

  it('shows the number largest', () => {
    expect(print(ticket).bigText).toBe(ticket.number);
  });
});

describe('the number of a long ticket', () => {
  const sizeOf = (number: string, on = WIDE): number => {
    const line = print(long({ ...ENGLISH, number }), on).lines.find(({ text }) => text.trim() === number);
    return line?.size.width ?? 0;
  };

  it('is as large as the width allows', () => {
    expect(sizeOf('A043')).toBe(8);
    expect(sizeOf('ABCD1234')).toBe(6);
    expect(sizeOf('LONG-123456789')).toBe(3);
    expect(sizeOf('ABCD1234', NARROW)).toBe(4);
  });

  it('is rendered as large as the width allows if no code page has its characters', () => {
    const printed = print(long({ ...TICKETS.zh, number: '护043' }));
    expect(printed.faults).toEqual([]);
    const widest = Math.max(...printed.images.map(({ bits }) => bits.width));
    expect(widest).toBeGreaterThan(300);
  });
});

describe('a ticket', () => {
  it('leaves out what is empty, without leaving gaps', () => {
    const bare = { ...ENGLISH, siteName: '', priorityText: '', extraText: '', footerText: '', waitText: '', qr: null };
    const printed = print(bare);
    expect(printed.text).toBe('20 November 2026 at 14:32\nPassports and identity cards\nA043\n3 people before you');
    expect(printed.heightMm).toBeLessThan(50);
    const longer = print(long(bare));
    expect(longer.text).toBe('Passports and\nidentity cards\nA043\n3 people before you\n20 November 2026 at 14:32');
    expect(longer.heightMm).toBeLessThan(90);
  });

  it('marks priority and copies in white on black', () => {
    const printed = print({ ...ENGLISH, copyText: 'Copy' });
    const inverse = printed.lines.filter((line) => line.inverse).map((line) => line.text.trim());
    expect(inverse).toEqual(['Priority', 'Copy']);
  });

  it.each([
    ['he', 'העתק'],
    ['fa', 'رونوشت'],
    ['th', 'สำเนา'],
    ['hi', 'प्रति'],
    ['ja', '控え'],
    ['ja-JP', '控え'],
    ['ko', '사본'],
    ['ur_PK', 'نقل'],
    ['eo', 'COPY'],
  ])('has the mark of a copy in the language of the ticket: %s', (lang, mark) => {
    expect(paperText(lang, 'copy')).toBe(mark);
  });

  it.each(['ar', 'he', 'th', 'hi', 'ja', 'ko'] as const)(
    'has the mark of a copy in rendered text (%s): white characters in a black box',
    (lang) => {
      const copyText = paperText(lang, 'copy');
      const [plain, marked, other] = ['', copyText, `${copyText} 2`].map((text) =>
        print({ ...TICKETS[lang], copyText: text }).bitmap(),
      ) as [Bits, Bits, Bits];
      const rowsOf = (paper: Bits): number[][] =>
        Array.from({ length: paper.height }, (_, y) =>
          Array.from({ length: paper.width }, (_, x) => x).filter((x) => bit(paper, x, y)),
        );
      const inked = (rows: readonly (readonly number[])[]): number => rows.findLastIndex((row) => row.length > 0) + 1;
      const [before, after, longer] = [rowsOf(plain), rowsOf(marked), rowsOf(other)];
      const end = inked(before);
      // Everything above it is unchanged.
      expect(after.slice(0, end)).toEqual(before.slice(0, end));
      const box = after.slice(end, inked(after)).filter((row) => row.length > 0);
      expect(box.length).toBeGreaterThan(30);
      const [top = []] = box;
      // Its edge is completely black, and it is centred on the paper.
      expect(top).toEqual(Array.from({ length: top.length }, (_, index) => (top[0] ?? 0) + index));
      expect(Math.abs((top[0] ?? 0) + (top.at(-1) ?? 0) - marked.width)).toBeLessThan(16);
      const black = box.flat().length / (box.length * top.length);
      expect(black).toBeGreaterThan(0.6);
      expect(black).toBeLessThan(0.95);
      expect(longer.slice(end)).not.toEqual(after.slice(end));
    },
  );

  it('wraps long texts at words, and splits only words that do not fit', () => {
    const extraText = `Bring ${'x'.repeat(60)} and the form`;
    const lines = print({ ...ENGLISH, extraText }).lines.map(({ text }) => text.trim());
    expect(lines).toContain('Bring');
    expect(lines).toContain('x'.repeat(48));
    expect(lines).toContain(`${'x'.repeat(12)} and the form`);
  });

  it('narrows a long word before splitting it', () => {
    const printed = print({ ...ENGLISH, serviceName: 'Kraftfahrzeugzulassungsstelle' });
    const line = printed.lines.find(({ text }) => text.includes('Kraft'));
    expect(line?.text.trim()).toBe('Kraftfahrzeugzulassungsstelle');
    expect(line?.size.width).toBe(1);
  });

  it.each([
    ['wide', WIDE],
    ['narrow', NARROW],
  ] as const)('leads to the page of a ticket in squares that a phone can read (%s)', (_width, on) => {
    const content = `https://queue.municipality-of-pontalva.example/waiting/ticket/${'Ab-_'.repeat(10)}xyz`;
    const ticket: PaperTicket = { ...ENGLISH, qr: { content, caption: 'Follow your turn on your phone' } };
    for (const [printed, leastDots] of [
      // Half a millimetre each, eight dots to the millimetre; less only where a short ticket would become too long.
      [print(long(ticket), on), 4],
      [print({ ...ticket, priorityText: '' }, on), 4],
      [print(ticket, on), 3],
    ] as const) {
      expect(printed.qr).toBe(content);
      expect(words(printed.text)).toContain('Follow your turn on your phone');
      const [code] = printed.qrCodes;
      expect((code?.bits.width ?? 0) / (code?.modules ?? 1)).toBeGreaterThanOrEqual(leastDots);
    }
  });

  it('leaves out a QR code that no phone could read from this paper', () => {
    const long = { ...ENGLISH, qr: { content: 'x'.repeat(2000), caption: 'Scan me' } };
    expect(print(long, WIDE).qr).toBe(long.qr.content);
    for (const printed of [print(long, NARROW), print({ ...long, qr: { ...long.qr, content: 'x'.repeat(2500) } })]) {
      expect(printed.qr).toBe(null);
      expect(printed.text).not.toContain('Scan me');
    }
  });

  it('renders only the non-Latin part of a ticket', () => {
    const printed = print({ ...ENGLISH, footerText: 'Welcome 欢迎' });
    expect(printed.faults).toEqual([]);
    expect(printed.text).toContain('3 people before you');
    expect(printed.text).not.toContain('Welcome');
  });

  it('never prints foreign commands in texts', () => {
    const wicked = {
      ...ENGLISH,
      serviceName: 'Tax\u001b@\u001dV\u0000',
      qr: { content: 'a\u0010\u0014\u0008b', caption: '' },
    };
    const printed = print(wicked);
    expect(printed.faults).toEqual([]);
    expect(printed.text).toContain('Tax@V');
    expect(printed.qr).toBe('ab');
  });

  it('is still usable without the graphics library', () => {
    const document = laidOut(TICKETS.ar, WIDE, { measure: null, logo: null });
    const printed = decodeBytes(Buffer.concat(encoded(document, WIDE, { draw: null, automaticStatus: false })))[0]!;
    expect(printed.bigText).toBe('A043');
    expect(printed.faults).toEqual([]);
  });

  it('is printed as intended for any texts', () => {
    const latin = fc.string({
      unit: fc.constantFrom(...'abc ABC-().,éèçãõüößñ€łżőšžёЖΩπ\n0123456789 '),
      maxLength: 120,
    });
    const any = fc.string({ unit: 'grapheme', maxLength: 40 });
    fc.assert(
      fc.property(latin, latin, fc.oneof(latin, any), fc.boolean(), (serviceName, extraText, footerText, narrow) => {
        const ticket = { ...ENGLISH, serviceName, extraText, footerText, qr: null };
        const on = narrow ? NARROW : WIDE;
        const [short, longer] = [print(ticket, on), print(long(ticket), on)];
        for (const printed of [short, longer]) expect(printed.faults).toEqual([]);
        if (drawnTexts(ticket, on).length > 0) return;
        const squeeze = (text: string): string => text.normalize('NFC').replaceAll(/[\s\u00ad]|\p{Cc}|\p{Cf}/gu, '');
        expect(squeeze(longer.text)).toBe(squeeze(texts(ticket).join('')));
        // The texts can contain the separators.
        const signless = (text: string): string => squeeze(text).replaceAll(/[·-]/g, '');
        expect(signless(short.text)).toBe(signless(shortTexts(ticket).join('')));
      }),
      { numRuns: 150 },
    );
  });
});
