/** receiptline is an encoder that we did not write: what it sends must be read as it was meant. */
import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { transform } from 'receiptline';
import { describe, expect, it } from 'vitest';
import { decodeBytes, EPSON_CHINESE, type PrintedTicket, toRgba } from '../../helpers/virtual-printer.ts';

type Encoding = 'multilingual' | 'cp437' | 'cp852' | 'cp858' | 'cp860' | 'cp866' | 'cp1252' | 'gb18030';

function encode(document: string, encoding: Encoding): Uint8Array {
  return Buffer.from(transform(document, { command: 'escpos', cpl: 48, encoding, cutting: false }), 'latin1');
}

function print(document: string, encoding: Encoding): PrintedTicket {
  const model = encoding === 'gb18030' ? EPSON_CHINESE : undefined;
  return decodeBytes(encode(document, encoding), model)[0]!;
}

/** receiptline centres with positions, which read as spaces. */
function read(ticket: PrintedTicket): string {
  return ticket.lines
    .map((line) => line.text.trim())
    .filter((line) => line !== '')
    .join('\n');
}

describe('receiptline', () => {
  it.each<[Encoding, string]>([
    ['cp437', 'Año señor ½'],
    ['cp852', 'Łódź, Žižkov, Őrség'],
    ['cp858', 'Große Straße 5 €'],
    ['cp860', 'São João, Praça da Conceição'],
    ['cp866', 'Городская управа'],
    ['cp1252', 'L’œuvre – œuf'],
    ['multilingual', 'Łódź Привет Größe'],
    ['gb18030', '北京市政府 A12'],
  ])('in %s says what was meant', (encoding, text) => {
    const ticket = print(`^^^A043\n\n${text}`, encoding);
    expect(ticket.faults).toEqual([]);
    expect(read(ticket)).toBe(`A043\n${text}`);
    expect(ticket.bigText).toBe('A043');
  });

  it('draws rules and columns', () => {
    const ticket = print('{border:line; width:*,10}\n|Bread |2.00|\n---\n|Tea |1.00|', 'cp437');
    expect(ticket.faults).toEqual([]);
    expect(read(ticket)).toMatch(/^╭─+┬─{10}╮\n│ *Bread *│ *2\.00 *│\n├─+┼─{10}┤\n│ *Tea *│ *1\.00 *│\n╰─+┴─{10}╯$/);
  });

  it('prints QR codes as pictures that can be read again', () => {
    const ticket = print('{code:https://example.org/t/A043; option:qrcode,6,m}', 'cp437');
    expect(ticket.faults).toEqual([]);
    const bitmap = ticket.bitmap();
    expect(jsQR.default(toRgba(bitmap), bitmap.width, bitmap.height)?.data).toBe('https://example.org/t/A043');
  });

  it('prints barcodes and pictures', () => {
    const canvas = createCanvas(40, 16);
    canvas.getContext('2d').fillRect(0, 0, 40, 16);
    const ticket = print(
      `{image:${canvas.toBuffer('image/png').toString('base64')}}\n{code:12345; option:code128}`,
      'cp437',
    );
    expect(ticket.faults).toEqual([]);
    expect(ticket.images).toMatchObject([{ bits: { width: 40, height: 16 } }]);
    expect(ticket.barcodes).toMatchObject([{ system: 'CODE128' }]);
  });

  it('cuts where it should', () => {
    const tickets = decodeBytes(encode('one\n=\ntwo\n=', 'cp437'));
    expect(tickets.map((ticket) => [read(ticket), ticket.cut]).slice(0, 2)).toEqual([
      ['one', 'partial'],
      ['two', 'partial'],
    ]);
  });
});
