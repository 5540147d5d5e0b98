import { createCanvas, loadImage } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { describe, expect, it } from 'vitest';
import { type Bits, bit } from '../../../main/printing/picture/decoder/marks.ts';
import { decodeBytes, NARROW_CLONE, type PrintedTicket, toRgba } from '../../helpers/virtual-printer.ts';
import { bytes, CUT, INIT, type Part, qrCode, raster } from './escpos.ts';

function print(...parts: readonly Part[]): PrintedTicket {
  return decodeBytes(bytes(INIT, ...parts, CUT))[0]!;
}

function ink(bits: Bits, left: number, top: number, right: number, bottom: number): number {
  let count = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (bit(bits, x, y)) count++;
  return count;
}

describe('the picture of a ticket', () => {
  it('has each character in its cell of the printer grid', () => {
    const bitmap = print('\x1b$\x78\x00A\n').bitmap();
    expect(ink(bitmap, 120, 0, 132, 24)).toBeGreaterThan(30);
    expect(ink(bitmap, 0, 0, 576, bitmap.height)).toBe(ink(bitmap, 120, 0, 132, 24));
  });

  it.each([
    ['Latin', 0x02, '\x82'],
    ['Greek', 0x0e, '\x80'],
    ['Cyrillic', 0x11, '\x86'],
    ['Polish', 0x12, '\x9d'],
    ['a rule', 0x00, '\xc4'],
  ])('has %s letters', (_script, page, letter) => {
    expect(ink(print('\x1bt', page, letter, '\n').bitmap(), 0, 0, 12, 24)).toBeGreaterThan(20);
  });

  it('shows a QR code that a phone can read, in its place', () => {
    const content = 'https://example.org/t/A043?lang=pt&x=ção';
    const bitmap = print('\x1ba\x01A043\n', qrCode(content, 5), 'scan me\n').bitmap();
    expect(jsQR.default(toRgba(bitmap), bitmap.width, bitmap.height)?.data).toBe(content);
  });

  it('has pictures dot for dot', () => {
    const { images, ...ticket } = print('\x1ba\x02', raster(2, 2, [0xf0, 0x01, 0x00, 0x80]));
    const bitmap = ticket.bitmap();
    expect(images[0]?.x).toBe(560);
    expect([560, 561, 562, 563, 575].every((x) => bit(bitmap, x, 0))).toBe(true);
    expect(bit(bitmap, 568, 1)).toBe(true);
    expect(ink(bitmap, 0, 0, 576, bitmap.height)).toBe(6);
  });

  it('turns white on black, and head over heels', () => {
    const plain = print('L\n').bitmap();
    const inverse = print('\x1dB\x01L\n').bitmap();
    const turned = print('\x1b{\x01L\n').bitmap();
    const same = (other: (x: number, y: number) => boolean): number => {
      let count = 0;
      for (let y = 0; y < 24; y++) for (let x = 0; x < 12; x++) if (bit(plain, x, y) === other(x, y)) count++;
      return count / 288;
    };
    expect(same((x, y) => !bit(inverse, x, y))).toBeGreaterThan(0.9);
    expect(same((x, y) => bit(turned, 11 - x, 23 - y))).toBeGreaterThan(0.9);
  });

  it('is saved with a margin', async () => {
    const ticket = print('A043\n');
    const image = await loadImage(Buffer.from(ticket.toPng()));
    expect(image.width).toBe(576 + 64);
    expect(image.height).toBe(ticket.heightDots + 32);
  });

  it('has in its picture exactly the dots that were printed, and an edge', async () => {
    const ticket = print('A043\n', qrCode('https://example.org'));
    const dots = ticket.bitmap();
    const image = await loadImage(Buffer.from(await ticket.picture()));
    const context = createCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    const shade = (x: number, y: number): number => data[(y * image.width + x) * 4] ?? -1;
    const inked: string[] = [];
    const printed: string[] = [];
    for (let y = 0; y < dots.height; y++) {
      for (let x = 0; x < dots.width; x++) {
        if (bit(dots, x, y)) printed.push(`${x},${y}`);
        if (y + 32 < image.height && shade(x + 32, y + 32) === 24) inked.push(`${x},${y}`);
      }
    }
    expect(inked).toEqual(printed);
    expect(printed.length).toBeGreaterThan(1000);
    for (const [x, y] of [
      [0, 0],
      [image.width - 1, 0],
      [0, image.height - 1],
      [image.width - 1, image.height - 1],
    ] as const) {
      expect(shade(x, y)).toBe(224);
    }
    expect(shade(1, 1)).toBe(253);
  });

  it('is as wide as the paper', () => {
    expect(decodeBytes(bytes(INIT, 'A\n', CUT), NARROW_CLONE)[0]?.bitmap().width).toBe(384);
  });
});

describe('the ticket in a terminal', () => {
  it('is a framed strip of paper with its faults below', () => {
    const rows = print('\x1ba\x01\x1d!\x11A043\n\x1d!\x00Registry\n\x1bz').toText().split('\n');
    expect(rows).toEqual([
      `┌${'─'.repeat(50)}┐`,
      `│ ${' '.repeat(20)}A 0 4 3${' '.repeat(21)} │`,
      `│ ${' '.repeat(20)}Registry${' '.repeat(20)} │`,
      expect.stringMatching(/^└─+┘ ✂ \(partial\) \d+ mm$/),
      'fault at byte 25: unknown-command: no such command: 1B 7A',
    ]);
  });

  it('shows QR codes and pictures as blocks, all rows equally wide', () => {
    const text = print(qrCode('https://example.org'), raster(4, 24, Array<number>(96).fill(255))).toText();
    expect(text).toContain('█▀▀▀▀▀█');
    expect(text).toContain('██ ');
    expect(text).toContain('QR https://example.org');
    expect(print(raster(12, 2, Array<number>(24).fill(255))).toText()).toContain(`│ ${'─'.repeat(8)} `);
    const framed = text.split('\n').filter((row) => row.startsWith('│'));
    expect(new Set(framed.map((row) => [...row].length))).toEqual(new Set([52]));
  });
});
