import { describe, expect, it } from 'vitest';
import { CLONE, decodeBytes, EPSON_CHINESE, type PrintedTicket } from '../../helpers/virtual-printer.ts';
import { bytes, CUT, INIT, type Part, qrCode, raster } from './escpos.ts';

function print(...parts: readonly Part[]): PrintedTicket {
  return decodeBytes(bytes(INIT, ...parts, CUT))[0]!;
}

const kinds = (ticket: PrintedTicket): string[] => ticket.faults.map((fault) => fault.kind);

describe('what a stream prints', () => {
  it('reads size, weight, inversion and place of each line', () => {
    const ticket = print('\x1ba\x01\x1d!\x77A043\n\x1d!\x00\x1bE\x01Registry\n\x1bE\x00\x1dB\x01\x1ba\x02copy\n');
    expect(ticket.faults).toEqual([]);
    expect(ticket.lines).toMatchObject([
      { text: 'A043', size: { width: 8, height: 8 }, bold: false, inverse: false, align: 'center' },
      { text: 'Registry', size: { width: 1, height: 1 }, bold: true, inverse: false, align: 'center' },
      { text: 'copy', bold: false, inverse: true, align: 'right' },
    ]);
    expect(ticket.bigText).toBe('A043');
  });

  it.each([
    [0, 'caf\x82', 'café'],
    [2, 'Jo\xc6o', 'João'],
    [3, 'S\x84o', 'São'],
    [13, '\x98stanbul', 'İstanbul'],
    [14, '\x80\x81\x82', 'ΑΒΓ'],
    [16, 'Preis 5 \x80', 'Preis 5 €'],
    [17, '\x8f\xe0\xa8\xa2\xa5\xe2', 'Привет'],
    [18, '\x9d\xa2d\xab', 'Łódź'],
    [19, '\xd5', '€'],
    [36, '\x99\x8c\x85\x8d', 'שלום'],
    [47, '\xc1\xe8\xde\xed\xe1', 'Αθήνα'],
  ])('takes characters from the code page %i', (page, text, meant) => {
    expect(print('\x1bt', page, text, '\n')).toMatchObject({ text: meant, faults: [] });
  });

  it('forgets everything at ESC @', () => {
    const text = print('\x1bt\x11\x1d!\x11\x1ba\x02\x1bE\x01\x8f\n', INIT, '\x82\n');
    expect(text.lines[1]).toMatchObject({ text: 'é', size: { width: 1, height: 1 }, bold: false, align: 'left' });
  });

  it('makes columns from positions and tabs', () => {
    expect(print('Bread\x1b$\xf0\x002.00\nTea\t1.00\n').text).toBe('Bread               2.00\nTea     1.00');
  });

  it('reads national letters and double bytes', () => {
    expect(print('\x1bR\x02[\\]\n').text).toBe('ÄÖÜ');
    const ticket = decodeBytes(bytes(INIT, '\x1c&\xb1\xb1\xbe\xa9\x1c. A1\n', CUT), EPSON_CHINESE)[0]!;
    expect(ticket).toMatchObject({ text: '北京 A1', faults: [] });
  });

  it('keeps QR codes and pictures where they were printed', () => {
    const ticket = print('first\n', qrCode('https://example.org/t/ß'), raster(2, 3, [255, 0, 1, 128, 255, 255]));
    expect(ticket).toMatchObject({ qr: 'https://example.org/t/ß', faults: [] });
    expect(ticket.qrCodes[0]).toMatchObject({ y: 30 });
    expect(ticket.images).toMatchObject([{ x: 0, bits: { width: 16, height: 3 } }]);
    expect(ticket.images[0]!.y).toBe(30 + ticket.qrCodes[0]!.bits.height);
  });

  it('splits the paper at cuts', () => {
    const tickets = decodeBytes(bytes(INIT, 'one\n\x1dV\x00two\n\x1dV\x01three\n\x1dVA\x10four\n'));
    expect(tickets.map(({ text, cut }) => [text, cut])).toEqual([
      ['one', 'full'],
      ['two', 'partial'],
      ['three', 'full'],
      ['four', 'torn'],
    ]);
  });

  it('measures the paper', () => {
    const ticket = decodeBytes(bytes(INIT, 'A\n\x1bd\x05\x1bJ\x0a\x1dV\x00'))[0]!;
    expect(ticket).toMatchObject({ heightDots: 30 * 6 + 10, heightMm: 190 / 8 });
  });
});

describe('what a strict reader holds against a stream', () => {
  it.each<[string, string, readonly Part[]]>([
    ['an unknown command', 'unknown-command', ['\x1bz']],
    ['an unknown command of several bytes', 'unknown-command', ['\x1d(Z']],
    ['a stray control byte', 'unknown-command', ['\x07']],
    ['a size above 8', 'bad-argument', ['\x1d!\x88']],
    ['an alignment that does not exist', 'bad-argument', ['\x1ba\x07']],
    ['a cut that does not exist', 'bad-argument', ['\x1dV\x05']],
    ['a QR function of the wrong length', 'bad-length', ['\x1d(k\x04\x001C\x06\x00']],
    ['QR printed without content', 'bad-argument', ['\x1d(k\x03\x001Q0']],
    ['a process ID of the wrong length', 'bad-length', ['\x1d(H\x05\x0000123']],
    ['a picture longer than any', 'bad-length', ['\x1dv0\x00\xff\xff\xff\xff']],
    ['a code page that the model lacks', 'unknown-code-page', ['\x1bt\xc8']],
    ['a byte without a character', 'undefined-character', ['\x1bt\x10\x81\n']],
    ['double bytes without a font for them', 'unsupported', ['\x1c&']],
    ['text beyond the edge', 'beyond-paper', ['x'.repeat(49), '\n']],
    ['a QR code beyond the edge', 'beyond-paper', [qrCode('x'.repeat(300), 16)]],
    ['a position beyond the edge', 'bad-argument', ['\x1b$\x41\x02']],
    ['an alignment in mid-line', 'misplaced', ['text\x1ba\x01\n']],
    ['a picture in mid-line', 'misplaced', ['text', raster(1, 1, [255]), '\n']],
    ['text lost to ESC @', 'lost-text', ['text', INIT]],
  ])('%s', (_what, kind, parts) => {
    expect(kinds(print(...parts))).toEqual([kind]);
  });

  it('says at which byte', () => {
    expect(print('abc\n\x1bz').faults).toMatchObject([{ at: 6, detail: 'no such command: 1B 7A' }]);
  });

  it('looks for ink, not for blank dots, beyond the edge', () => {
    const blank = raster(73, 1, [...Array<number>(72).fill(255), 0]);
    const inked = raster(73, 1, [...Array<number>(72).fill(255), 128]);
    expect(kinds(print(blank))).toEqual([]);
    expect(kinds(print(inked))).toEqual(['beyond-paper']);
  });

  it('knows that the same page number is another page, or none, on another model', () => {
    expect(kinds(decodeBytes(bytes(INIT, '\x1bt\x0e\x80\n', CUT), CLONE)[0]!)).toEqual(['unknown-code-page']);
  });

  it('notices a stream that ends inside a command or a line', () => {
    expect(kinds(decodeBytes(bytes(INIT, 'A\n\x1dv0\x00\x02\x00\x05\x00abc'))[0]!)).toEqual(['truncated']);
    expect(kinds(decodeBytes(bytes(INIT, 'never printed'))[0]!)).toEqual(['lost-text']);
  });
});
