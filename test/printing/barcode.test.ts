/** The number as Code 128, read back from paper by a reader that is none of ours. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { barsBitmap, textBars } from '../../main/printing/code-128.ts';
import type { PaperPart, PaperTicket } from '../../main/printing/contract/printing.ts';
import { readCode128 } from '../../main/printing/picture/decoder/handlers/symbols.ts';
import { readBarcode } from '../helpers/read-barcode.ts';
import { decodeBytes, type PrintedTicket } from '../helpers/virtual-printer.ts';
import { NARROW, openPrinting, WIDE } from './print-ticket.ts';
import { ENGLISH, profile, TICKETS } from './sample-tickets.ts';

let print: Awaited<ReturnType<typeof openPrinting>>;
beforeAll(async () => {
  print = await openPrinting();
});

const place = (part: PaperPart['part'], size = 0, align: PaperPart['align'] = 'center'): PaperPart => ({
  part,
  size,
  align,
  text: '',
});
const withBarcode = (ticket: PaperTicket, size = 0, align: PaperPart['align'] = 'center'): PaperTicket => ({
  ...ticket,
  layout: [place('service'), place('number'), place('barcode', size, align), place('date')],
});

/** On a drawn symbol the printer knows of no bar code: it is a picture. */
const PAPERS = [
  ['its own bars on 80 mm', WIDE, true],
  ['its own bars on 58 mm', profile({ dots: 384 }), true],
  ['its own bars on 512 dots', profile({ dots: 512 }), true],
  ['drawn bars on 80 mm', profile({ profile: 'generic' }), false],
  ['drawn bars on 58 mm', NARROW, false],
] as const;

describe.each(PAPERS)('the number as a bar code with %s', (_name, on, isNative) => {
  it.each([0, 1, 2, 3, 4])('can be read in size %i', (size) => {
    const printed = print(withBarcode(ENGLISH, size), on);
    expect(printed.faults).toEqual([]);
    expect(readBarcode(printed.bitmap())).toBe('A043');
    expect(printed.barcodes.map(({ content }) => content)).toEqual(isNative ? ['A043'] : []);
  });

  it.each(['start', 'center'] as const)('has room beside it at the %s, from left and from right', (align) => {
    for (const ticket of [ENGLISH, TICKETS.ar, TICKETS.he]) {
      const printed = print(withBarcode(ticket, 0, align), on);
      expect(printed.faults).toEqual([]);
      // On the printed width alone, without the margins that the paper has beside it.
      expect(readBarcode(printed.bitmap())).toBe('A043');
    }
  });
});

describe('bars of the printer and drawn ones', () => {
  it('are the same dots in the same place', () => {
    const dots = (printed: PrintedTicket): string => createHash('sha256').update(printed.bitmap().data).digest('hex');
    for (const align of ['start', 'center'] as const) {
      for (const size of [0, 1, 2, 3, 4]) {
        const ticket = withBarcode(ENGLISH, size, align);
        expect(dots(print(ticket, WIDE))).toBe(dots(print(ticket, { ...WIDE, code128: false })));
      }
    }
  });
});

describe('a number that is long', () => {
  it('has thinner bars, and none where they would be too thin', () => {
    const long = print(withBarcode({ ...ENGLISH, number: 'COUNTER0043' }, 4), NARROW);
    expect(readBarcode(long.bitmap())).toBe('COUNTER0043');
    const longer = print(withBarcode({ ...ENGLISH, number: 'COUNTERS000000043' }), NARROW);
    expect(longer.faults).toEqual([]);
    expect(readBarcode(longer.bitmap())).toBe(null);
    expect(longer.text).toContain('COUNTERS');
  });

  it('has no bar code where its letters have none', () => {
    const printed = print(withBarcode({ ...TICKETS.ar, number: 'ب043' }), NARROW);
    expect(printed.faults).toEqual([]);
    expect(readBarcode(printed.bitmap())).toBe(null);
  });
});

describe('Code 128', () => {
  it('says any sign of ASCII', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))),
    });
    fc.assert(
      fc.property(
        texts.filter((text) => text !== ''),
        (text) => {
          expect(readBarcode(barsBitmap(textBars(text), 2, 12, [10, 10]))).toBe(text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ['one code set', '{BA043', 'A043'],
    ['two sets', '{BA{C\u0000\u002b', 'A0043'],
    ['set A with a control sign', '{AA\u0001', 'A\u0001'],
    ['a brace', '{B{{a', '{a'],
  ])('of a printer: %s', (_name, data, content) => {
    const bytes = Buffer.from(data, 'latin1');
    expect(readCode128(bytes)?.content).toBe(content);
    const command = Buffer.concat([
      Buffer.from([0x1d, 0x77, 2, 0x1d, 0x6b, 73, bytes.length]),
      bytes,
      Buffer.from('\n'),
    ]);
    const [printed] = decodeBytes(Buffer.concat([Buffer.from([0x1b, 0x61, 1]), command, Buffer.from([0x1d, 0x56, 1])]));
    expect(printed!.faults).toEqual([]);
    expect(readBarcode(printed!.bitmap())).toBe(content);
  });

  it.each(['A043', '{Ba\u00e9', '{C\u0064', '{Aa', '{B'])('refuses data that printers refuse: %j', (data) => {
    const bytes = Buffer.from(data, 'latin1');
    const [printed] = decodeBytes(
      Buffer.concat([Buffer.from([0x1d, 0x6b, 73, bytes.length]), bytes, Buffer.from([0x1d, 0x56, 1])]),
    );
    expect(printed!.faults.map(({ kind }) => kind)).toEqual(['bad-argument']);
  });
});
