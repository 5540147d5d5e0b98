/** What a house may say of its tickets' order and sizes, as the virtual printer reads it from the bytes. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PaperPart, PaperTicket } from '../../main/printing/contract/printing.ts';
import { drawnTexts } from '../../main/printing/layout.ts';
import {
  REPEATED_PARTS,
  TICKET_ALIGNS,
  TICKET_PARTS,
  type TicketPartName,
} from '../../main/site/contract/ticket-layout.ts';
import type { PrintedTicket } from '../helpers/virtual-printer.ts';
import { NARROW, openPrinting, WIDE } from './print-ticket.ts';
import { ENGLISH, TICKETS } from './sample-tickets.ts';

let print: Awaited<ReturnType<typeof openPrinting>>;
beforeAll(async () => {
  print = await openPrinting();
});

const place = (part: TicketPartName, more: Partial<PaperPart> = {}): PaperPart => ({
  part,
  size: 0,
  align: 'center',
  text: '',
  ...more,
});
const say = (text: string, more: Partial<PaperPart> = {}): PaperPart => place('text', { text, ...more });
const laid = (ticket: PaperTicket, ...layout: readonly PaperPart[]): PaperTicket => ({ ...ticket, layout });
const places = (...parts: readonly TicketPartName[]): readonly PaperPart[] => parts.map((part) => place(part));
const NUMBER = place('number');
const PAPERS = [
  ['80 mm', WIDE],
  ['58 mm', NARROW],
] as const;

const lineWith = (printed: PrintedTicket, text: string) => {
  const line = printed.lines.find((each) => each.text.includes(text));
  if (line === undefined) throw new Error(`no line says ${text}:\n${printed.text}`);
  return line;
};

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Lines between the parts: two rows, black from end to end, wider than any stroke of a letter. */
function rules(printed: PrintedTicket) {
  return printed.images.filter(
    ({ bits }) => bits.width >= 96 && bits.height === 2 && bits.data.every((byte) => byte === 0xff),
  );
}

/** Columns of the paper that have ink between two rows. */
function inkBetween(printed: PrintedTicket, from: number, to: number): { left: number; right: number } {
  const { width, data } = printed.bitmap();
  const stride = Math.ceil(width / 8);
  let [left, right] = [width, -1];
  for (let y = from; y < to; y++) {
    for (let x = 0; x < width; x++) {
      if (((data[y * stride + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  return { left, right };
}

describe('a layout', () => {
  it('puts the parts in another order and leaves out the others', () => {
    const printed = print(laid(ENGLISH, ...places('date', 'number', 'service', 'site')));
    expect(printed.text.split('\n')).toEqual([
      '20 November 2026 at 14:32',
      'A043',
      'Passports and',
      'identity cards',
      'Riverside Town Hall',
    ]);
    expect(printed.qr).toBe(null);
    expect(printed.images).toEqual([]);
    expect(printed.faults).toEqual([]);
  });

  it('marks a copy before the cut, whatever it is', () => {
    const printed = print(laid({ ...ENGLISH, copyText: 'Copy' }, ...places('number', 'rule', 'service', 'rule')));
    expect(printed.lines.at(-1)).toMatchObject({ text: ' Copy', inverse: true });
    expect(rules(printed)).toHaveLength(2);
  });

  it('that a server sends without the number, or with parts that are not known here, loses no number', () => {
    const strange = { ...place('rule'), part: 'hologram' } as unknown as PaperPart;
    for (const layout of [places('service'), [strange], [strange, NUMBER]]) {
      expect(print(laid(ENGLISH, ...layout)).bigText).toBe('A043');
    }
  });
});

describe('a size', () => {
  it.each(PAPERS)('makes texts larger step by step on %s', (_paper, on) => {
    const sizes = [1, 2, 3, 4].map(
      (size) => lineWith(print(laid(ENGLISH, NUMBER, say('Room 4', { size })), on), 'Room 4').size,
    );
    expect(sizes).toEqual([
      { width: 1, height: 1 },
      { width: 1, height: 2 },
      { width: 2, height: 2 },
      { width: 3, height: 3 },
    ]);
  });

  it.each(PAPERS)('of the number is its share of the largest that fits on %s', (_paper, on) => {
    const widths = [1, 2, 3, 4, 0].map(
      (size) => lineWith(print(laid(ENGLISH, place('number', { size })), on), 'A043').size.width,
    );
    expect(widths).toEqual([3, 4, 6, 8, 8]);
  });

  it.each(PAPERS)('of the logo is its share of the width of %s', (_paper, on) => {
    const logo = new Uint8Array(1);
    const widths = [1, 2, 3, 4, 0].map((size) => {
      const [image] = print(laid({ ...ENGLISH, logo }, place('logo', { size }), NUMBER), on).images;
      return (image?.bits.width ?? 0) / on.dots;
    });
    expect(widths).toEqual([0.25, 0.5, 0.75, 1, 0.5]);
  });

  it.each(PAPERS)('of the code grows with each step as far as %s allows', (_paper, on) => {
    const squares = [1, 2, 3, 4].map((size) => {
      const [code] = print(laid(ENGLISH, NUMBER, place('qr', { size })), on).qrCodes;
      return (code?.bits.width ?? 0) / (code?.modules ?? 1);
    });
    expect(squares).toEqual([4, 6, 8, 10]);
  });

  it('of a drawn text counts too, and never goes below what can be read', () => {
    for (const [, on] of PAPERS) {
      const heights = [1, 2, 3, 4].map((size) => {
        const printed = print(laid(TICKETS.zh, place('service', { size }), NUMBER), on);
        const bottom = Math.max(...printed.images.map(({ y, bits }) => y + bits.height));
        return bottom - Math.min(...printed.images.map(({ y }) => y));
      });
      expect(heights.toSorted((a, b) => a - b)).toEqual(heights);
      expect(new Set(heights).size).toBe(4);
      // Capitals of 2.5 mm, with 8 dots to the millimetre: Chinese characters fill about nine tenths of their square.
      expect(heights[0]).toBeGreaterThanOrEqual(20);
    }
  });

  it('gives way to a long word, which is set narrower before it is broken', () => {
    const word = 'Kraftfahrzeugzulassungsstelle';
    const printed = print(laid(ENGLISH, NUMBER, say(word, { size: 4 })), NARROW);
    expect(lineWith(printed, 'Kraft')).toMatchObject({ text: expect.stringContaining(word), size: { width: 1 } });
    const drawn = print(laid(TICKETS.zh, NUMBER, say(`护照 ${word}`, { size: 4 })), NARROW);
    expect(drawn.faults).toEqual([]);
    const ends = drawn.images.map(({ y, bits }) => y + bits.height);
    // Two lines of the smallest letters.
    expect(Math.max(...ends) - Math.min(...drawn.images.map(({ y }) => y))).toBeLessThan(100);
  });

  it('goes with bold letters, or without', () => {
    const printed = print(laid(ENGLISH, place('service', { bold: false }), NUMBER, place('date', { bold: true })));
    expect([lineWith(printed, 'Passports').bold, lineWith(printed, '2026').bold]).toEqual([false, true]);
  });
});

describe('the side', () => {
  const everything = (align: 'center' | 'start'): readonly PaperPart[] =>
    (['logo', 'service', 'rule', 'number', 'qr'] as const).map((part) => place(part, { align }));

  it.each(PAPERS)('is the left one for who reads from there, on %s', (_paper, on) => {
    const printed = print(laid({ ...ENGLISH, logo: new Uint8Array(1) }, ...everything('start')), on);
    expect(new Set(printed.lines.map(({ align }) => align))).toEqual(new Set(['left']));
    expect(new Set(printed.images.map(({ x }) => x))).toEqual(new Set([0]));
    expect(printed.qrCodes.map(({ x }) => x)).toEqual([0]);
    expect(printed.faults).toEqual([]);
  });

  it.each(PAPERS)('is the right one for Arabic, drawn or not, on %s', (_paper, on) => {
    const ticket = laid(TICKETS.ar, ...everything('start'), say('الطابق الثاني', { align: 'start' }));
    const printed = print(ticket, on);
    expect(printed.faults).toEqual([]);
    expect(lineWith(printed, 'A043').align).toBe('right');
    expect(printed.qrCodes.map(({ x, bits }) => x + bits.width)).toEqual([on.dots]);
    const [first] = printed.images;
    for (const { y } of rules(printed)) expect(inkBetween(printed, y, y + 1).right).toBe(on.dots - 1);
    expect(inkBetween(printed, first?.y ?? 0, (first?.y ?? 0) + 40).right).toBeGreaterThan(on.dots - 12);
  });

  it('changes from part to part, and the middle stays the middle', () => {
    const printed = print(laid(ENGLISH, place('date', { align: 'start' }), NUMBER, place('site', { align: 'start' })));
    expect(printed.lines.map(({ align }) => align)).toEqual(['left', 'center', 'left']);
    const chinese = print(laid(TICKETS.zh, place('date', { align: 'start' }), place('service'), NUMBER));
    const top = chinese.images[0]?.y ?? 0;
    const [dateEnd, serviceEnd] = [top + 40, chinese.lines[0]?.y ?? 0];
    expect(inkBetween(chinese, top, dateEnd).left).toBeLessThan(20);
    const { left, right } = inkBetween(chinese, dateEnd, serviceEnd);
    expect(Math.abs(left - (575 - right))).toBeLessThan(12);
  });
});

describe('a text of the house', () => {
  it('stands as often as wanted, in its lines', () => {
    const printed = print(laid(ENGLISH, say('Please wait\nin the hall'), NUMBER, say('Thank you', { size: 3 })));
    expect(printed.text).toBe('Please wait\nin the hall\nA043\nThank you');
  });

  it.each(PAPERS)('is drawn in Arabic and in Chinese on %s', (_paper, on) => {
    for (const [ticket, text] of [
      [TICKETS.ar, 'يرجى الانتظار في القاعة'],
      [TICKETS.zh, '请在大厅等候。'],
      [ENGLISH, '请在大厅等候。'],
    ] as const) {
      const bare = print(laid(ticket, NUMBER), on);
      const printed = print(laid(ticket, NUMBER, say(text, { size: 3 })), on);
      expect(printed.faults).toEqual([]);
      expect(printed.bigText).toBe('A043');
      expect(printed.images.length).toBeGreaterThan(bare.images.length);
    }
  });

  it('is wrapped, and sends no command of its own', () => {
    const printed = print(laid(ENGLISH, NUMBER, say(`One\u001b@ ${'long '.repeat(30)}`)), NARROW);
    expect(printed.faults).toEqual([]);
    expect(printed.lines.length).toBeGreaterThan(5);
    expect(printed.text).toContain('One@');
  });
});

describe('a part that is empty', () => {
  const bare = { ...ENGLISH, priorityText: '', extraText: '', footerText: '', waitText: '', qr: null };
  const heightOf = (...parts: readonly TicketPartName[]): number => print(laid(bare, ...places(...parts))).heightDots;

  it('leaves no hole, and no line beside another', () => {
    expect(heightOf('number', 'extra', 'footer', 'date')).toBe(heightOf('number', 'date'));
    const printed = print(laid(bare, ...places('rule', 'number', 'rule', 'extra', 'rule', 'date', 'rule', 'qr')));
    expect(rules(printed)).toHaveLength(1);
    expect(printed.heightDots).toBe(heightOf('number', 'rule', 'date'));
    expect(heightOf('gap', 'extra', 'number', 'gap', 'footer', 'gap', 'date', 'gap')).toBe(
      heightOf('number', 'gap', 'date'),
    );
  });

  it('is told from one that has something', () => {
    expect(heightOf('number', 'gap', 'date') - heightOf('number', 'date')).toBe(24);
    const small = print(laid(bare, NUMBER, place('gap', { size: 1 }), place('date'))).heightDots;
    const large = print(laid(bare, NUMBER, place('gap', { size: 4 }), place('date'))).heightDots;
    expect(large - small).toBe(84);
    const ruled = print(laid(bare, NUMBER, place('rule', { size: 1 }), place('date'), place('rule'), place('site')));
    expect(rules(ruled).map(({ bits }) => bits.width)).toEqual([144, 432]);
  });
});

describe('any layout that a site may have', () => {
  const part = (name: TicketPartName) =>
    fc.record(
      {
        part: fc.constant(name),
        size: fc.integer({ min: 0, max: 4 }),
        align: fc.constantFrom(...TICKET_ALIGNS),
        bold: fc.boolean(),
        text: fc.constantFrom('Room 4', 'Please take a seat\nin the hall', 'Straßenverkehrsbehörde', '请稍候', 'شكرا'),
      },
      { requiredKeys: ['part', 'size', 'align', 'text'] },
    );
  const once = TICKET_PARTS.filter((name) => !REPEATED_PARTS.has(name) && name !== 'number');
  const layouts = fc
    .tuple(
      fc.subarray(once).chain((names) => fc.tuple(...names.map(part))),
      fc.array(fc.constantFrom(...REPEATED_PARTS).chain(part), { maxLength: 8 }),
      part('number'),
    )
    .chain(([parts, others, number]) => {
      const all = [...parts, ...others, number];
      return fc.shuffledSubarray(all, { minLength: all.length });
    });

  it('prints a sound ticket with its number on it', () => {
    fc.assert(
      fc.property(
        layouts,
        fc.constantFrom(...Object.values(TICKETS)),
        fc.boolean(),
        fc.boolean(),
        (layout, ticket, narrow, isBare) => {
          const bare = isBare ? { extraText: '', footerText: '', priorityText: '', siteName: '' } : {};
          const on = narrow ? NARROW : WIDE;
          const whole = { ...ticket, ...bare, layout: layout as readonly PaperPart[] };
          const printed = print(whole, on);
          expect(printed.faults).toEqual([]);
          expect(printed.cut).toBe('partial');
          expect(lineWith(printed, 'A043').size.height).toBeGreaterThanOrEqual(2);
          const isIn = (name: TicketPartName): boolean => layout.some((each) => each.part === name);
          expect(printed.qr).toBe(isIn('qr') ? (ticket.qr?.content ?? null) : null);
          const said = words(printed.text);
          if (!(drawnTexts(whole, on).length > 0) && isIn('date')) expect(said).toContain(words(ticket.dateText));
          const lines = rules(printed).map(({ y }) => y);
          const ink = [...printed.lines, ...printed.images, ...printed.qrCodes, ...printed.barcodes].map(({ y }) => y);
          const [top, bottom] = [Math.min(...ink), Math.max(...ink)];
          expect(lines.filter((y) => y === top || y === bottom)).toEqual([]);
          const between = lines.map((y, at) => ink.some((other) => other > y && other < (lines[at + 1] ?? bottom + 1)));
          expect(between).not.toContain(false);
        },
      ),
      { numRuns: 150 },
    );
  });
});
