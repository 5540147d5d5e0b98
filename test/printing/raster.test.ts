import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Bitmap, isBlack } from '../../main/printing/raster/bitmap.ts';
import { type DrawnStyle, isolateNumbers } from '../../main/printing/raster/draw-text.ts';
import { missingCharacters } from '../../main/printing/raster/fonts.ts';
import { loadPainter } from '../../main/printing/raster/load-painter.ts';
import type { Painter } from '../../main/printing/raster/painter.ts';
import { pngHead } from '../helpers/png-head.ts';
import { decodeBytes, toRgba } from '../helpers/virtual-printer.ts';
import { encoded, laidOut } from './print-ticket.ts';
import { profile, TICKETS } from './sample-tickets.ts';

let painter: Painter;
beforeAll(async () => {
  painter = await loadPainter();
});

const STYLE: DrawnStyle = { px: 28, bold: false, inverted: false, dir: 'ltr' };
const RTL: DrawnStyle = { ...STYLE, dir: 'rtl' };

function ink(bitmap: Bitmap, from = 0, to = bitmap.width): number {
  let count = 0;
  for (let y = 0; y < bitmap.height; y++) for (let x = from; x < to; x++) if (isBlack(bitmap, x, y)) count++;
  return count;
}

describe('drawn text', () => {
  it('has letters for every language of which we know words', async () => {
    const languages = [
      'en',
      'pt_PT',
      'es',
      'fr',
      'de',
      'pl',
      'tr',
      'el',
      'ru',
      'uk',
      'ar',
      'fa',
      'ur',
      'zh-CN',
      'ja',
      'ko',
      'he',
      'th',
      'hi',
      'vi',
    ];
    expect(await painter.warmUp(languages)).toEqual([]);
  });

  it('says which letters it lacks, even where the machine has some font for them', () => {
    expect(missingCharacters('Ticket ཀ 票', 'en')).toEqual(['ཀ']);
  });

  it('is never wider than the paper', () => {
    expect(painter.draw('请准备好您的旧护照和一张照片请准备好您的旧护照和一张照片', STYLE, 384).width).toBe(384);
  });

  it('has capitals of at least 2.5 mm', () => {
    const bitmap = painter.draw('H', STYLE, 576);
    const rows = Array.from({ length: bitmap.height }, (_, y) =>
      Array.from({ length: bitmap.width }, (_, x) => isBlack(bitmap, x, y)).includes(true),
    );
    expect(rows.filter(Boolean).length / 8).toBeGreaterThanOrEqual(2.3);
  });

  it('joins Arabic letters: the word is narrower than its letters', () => {
    const letters = [...'التذكرة'].reduce((sum, letter) => sum + painter.measure(letter, RTL) - 8, 0);
    expect(painter.measure('التذكرة', RTL) - 8).toBeLessThan(letters);
  });

  it('puts the parts of an Indian letter together', () => {
    const joined = painter.draw('क्षत्रिय', STYLE, 576);
    // With a sign between them that forbids it, they stand side by side.
    const apart = painter.draw('क्\u200cषत्\u200cरिय', STYLE, 576);
    expect(ink(joined)).toBeGreaterThan(100);
    expect(joined.width).toBeLessThan(apart.width);
    // The vowel that is written after its letter stands before it.
    expect(ink(painter.draw('कि', STYLE, 576), 0, 12)).not.toBe(ink(painter.draw('क', STYLE, 576), 0, 12));
  });

  it('sets the marks of Thai over their letters', () => {
    const width = (text: string): number => painter.measure(text, STYLE);
    expect(width('ที่')).toBe(width('ท'));
    expect(width('น้ำ')).toBe(width('นำ'));
    expect(ink(painter.draw('ที่', STYLE, 576))).toBeGreaterThan(ink(painter.draw('ท', STYLE, 576)));
  });

  it.each(Object.values(TICKETS))('has room above and below for its tallest letters ($lang)', (ticket) => {
    for (const text of [ticket.serviceName, ticket.extraText, ticket.peopleText, ticket.footerText]) {
      for (const px of [28, 44]) {
        const { width, height, data } = painter.draw(text, { ...STYLE, px, dir: ticket.dir, lang: ticket.lang }, 4000);
        const row = (y: number): number => data.subarray((y * width) / 8, ((y + 1) * width) / 8).findIndex(Boolean);
        expect([row(0), row(height - 1)]).toEqual([-1, -1]);
      }
    }
  });

  it('has the shape of a character that its language has', () => {
    const shapes = ['ja', 'zh'].map((lang) => painter.draw('直', { ...STYLE, lang }, 576));
    expect(shapes[0]).not.toEqual(shapes[1]);

    expect(missingCharacters('込 畑 峠 ハンバーガー', 'zh')).toEqual([]);
    expect(missingCharacters('护照 여권 かな', 'ja')).toEqual([]);
    expect(missingCharacters('護照 かな', 'ko')).toEqual([]);
  });

  it('runs from right to left in Hebrew too', () => {
    const sentence = painter.draw('שמרו את הפתק', RTL, 576);
    const stopped = painter.draw('שמרו את הפתק!', RTL, 576);
    expect(ink(stopped, 0, 12)).toBeGreaterThan(ink(sentence, 0, 8));
  });

  it('runs from right to left, numbers inside from left to right', () => {
    // The full stop of an Arabic sentence stands at its left end.
    const sentence = painter.draw('احتفظ بالتذكرة', RTL, 576);
    const stopped = painter.draw('احتفظ بالتذكرة!', RTL, 576);
    expect(stopped.width).toBeGreaterThanOrEqual(sentence.width);
    expect(ink(stopped, 0, 12)).toBeGreaterThan(ink(sentence, 0, 8));
  });

  it('is the same picture for the same line', () => {
    expect(painter.draw('护照', STYLE, 576)).toBe(painter.draw('护照', STYLE, 576));
  });
});

describe('isolates', () => {
  it.each([
    ['أمامك 3 أشخاص', 'أمامك \u20683\u2069 أشخاص'],
    ['التذكرة A043.', 'التذكرة \u2068A043\u2069.'],
    ['إلى Desk 4.', 'إلى \u2068Desk 4\u2069.'],
    ['35×45 מ"מ, ₪95, 5%', '\u206835×45\u2069 מ"מ, \u2068₪95\u2069, \u20685%\u2069'],
    ['20/11/2026 14:32', '\u206820/11/2026\u2069 \u206814:32\u2069'],
  ])('around %s', (text, isolated) => {
    expect(isolateNumbers(text)).toBe(isolated);
  });
});

/** Dots that stand alone: black with no black beside them, or white with black on all sides. */
function speckles(bitmap: Bitmap): readonly string[] {
  const found: string[] = [];
  for (let y = 1; y < bitmap.height - 1; y++) {
    for (let x = 1; x < bitmap.width - 1; x++) {
      const black = isBlack(bitmap, x, y);
      const beside = [isBlack(bitmap, x - 1, y), isBlack(bitmap, x + 1, y), isBlack(bitmap, x, y - 1)];
      if ([...beside, isBlack(bitmap, x, y + 1)].every((other) => other !== black)) found.push(`${x},${y}`);
    }
  }
  return found;
}

describe('the logo', () => {
  const png = (draw: (context: ReturnType<ReturnType<typeof createCanvas>['getContext']>) => void): Uint8Array => {
    const canvas = createCanvas(400, 200);
    const context = canvas.getContext('2d');
    draw(context);
    return canvas.toBuffer('image/png');
  };

  it('is at most half the paper wide, and clear where the picture is', async () => {
    const logo = await painter.logo(
      png((context) => context.fillRect(100, 50, 200, 100)),
      288,
      160,
    );
    expect(logo.width).toBeLessThanOrEqual(288);
    expect(logo.height).toBeLessThanOrEqual(160);
    expect(ink(logo) / (logo.width * logo.height)).toBeCloseTo(0.25, 1);
  });

  it('keeps the greys of a photograph as scattered dots', async () => {
    const logo = await painter.logo(
      png((context) => {
        const shades = context.createLinearGradient(0, 0, 400, 0);
        shades.addColorStop(0, '#000000');
        shades.addColorStop(1, '#ffffff');
        context.fillStyle = shades;
        context.fillRect(0, 0, 400, 200);
      }),
      288,
      160,
    );
    expect(ink(logo) / (logo.width * logo.height)).toBeCloseTo(0.5, 1);
    const middle = { from: logo.width * 0.4, to: logo.width * 0.6 };
    expect(ink(logo, middle.from, middle.to) / ((middle.to - middle.from) * logo.height)).toBeCloseTo(0.5, 1);
  });

  it.each(['#808080', '#5aa9e6', '#f2a900'])('prints an even area of %s black', async (colour) => {
    const logo = await painter.logo(
      png((context) => {
        context.fillStyle = colour;
        context.fillRect(0, 0, 400, 200);
        context.fillStyle = '#ffffff';
        context.fillRect(100, 50, 200, 100);
      }),
      288,
      160,
    );
    expect(ink(logo) / (logo.width * logo.height)).toBeCloseTo(0.75, 1);
    expect(speckles(logo)).toEqual([]);
  });

  it.each(['town-hall', 'clinic'])('of the demo (%s) has no speckle', async (name) => {
    const logo = await painter.logo(readFileSync(new URL(`../../assets/demo/${name}.png`, import.meta.url)), 288, 160);
    const share = ink(logo) / (logo.width * logo.height);
    expect(share).toBeGreaterThan(0.1);
    expect(speckles(logo)).toEqual([]);
  });

  it.each<[string, Uint8Array]>([
    ['no picture', Buffer.from('no picture')],
    [
      'a drawing that calls itself a PNG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'),
    ],
    ['the head of a PNG', pngHead(10, 10).subarray(0, 20)],
  ])('is refused if it is no picture: %s', async (_what, bytes) => {
    await expect(painter.logo(bytes, 288, 160)).rejects.toThrow('not a PNG');
  });

  it.each([
    [30_000, 30_000],
    [1, 4097],
    [4_294_967_295, 0],
  ])('is refused by its header if it decodes to %i by %i pixels', async (width, height) => {
    // Nothing follows that could be unpacked: who tries to would say that it is broken.
    await expect(painter.logo(pngHead(width, height), 288, 160)).rejects.toThrow(`${width} by ${height} dots`);
  });
});

describe('a whole drawn ticket', () => {
  it('has a QR code that a camera reads from its dots', () => {
    const on = profile();
    const document = laidOut(TICKETS.zh, on, { measure: painter.measure, logo: null });
    const [printed] = decodeBytes(Buffer.concat(encoded(document, on, { draw: painter.draw, automaticStatus: false })));
    const bits = printed!.bitmap();
    const rgba = toRgba(bits);
    expect(jsQR.default(rgba, bits.width, bits.height)?.data).toBe(TICKETS.zh.qr?.content);
  });

  it('splits into chunks of at most 1 KB', () => {
    const on = profile();
    const document = laidOut(TICKETS.ar, on, { measure: painter.measure, logo: null });
    const chunks = encoded(document, on, { draw: painter.draw, automaticStatus: true });
    expect(chunks.length).toBeGreaterThan(4);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(1024);
  });
});
