import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakRealTimeCommands, rasterBytes } from '../../main/printing/escpos/raster-bytes.ts';
import { type Bitmap, bar, blankBitmap, isBlack } from '../../main/printing/raster/bitmap.ts';

/** Of the columns that a printer adds to a narrower picture, how many it adds at the left. */
const SHARE_AT_LEFT = { left: 0, center: 1 / 2, right: 1 } as const;

/** What the steps print, put together again, with the columns that were cropped. */
function replay(steps: readonly (Buffer | number)[], width: number, side: keyof typeof SHARE_AT_LEFT): Bitmap {
  const rows: Uint8Array[] = [];
  const stride = width / 8;
  for (const step of steps) {
    if (typeof step === 'number') {
      for (let row = 0; row < step; row++) rows.push(new Uint8Array(stride));
      continue;
    }
    const band = step[4]! + step[5]! * 256;
    const count = step[6]! + step[7]! * 256;
    expect(step.length).toBe(8 + band * count);
    for (let row = 0; row < count; row++) {
      const line = new Uint8Array(stride);
      line.set(step.subarray(8 + row * band, 8 + (row + 1) * band), (stride - band) * SHARE_AT_LEFT[side]);
      rows.push(line);
    }
  }
  return { width, height: rows.length, data: new Uint8Array(Buffer.concat(rows)) };
}

const images = fc
  .record({ stride: fc.integer({ min: 1, max: 72 }), height: fc.integer({ min: 1, max: 60 }), blank: fc.boolean() })
  .chain(({ stride, height, blank }) =>
    fc
      .uint8Array({ minLength: stride * height, maxLength: stride * height, max: blank ? 1 : 255 })
      .map((data): Bitmap => ({ width: stride * 8, height, data })),
  );

describe('a picture as bands', () => {
  it('is the picture, but for the dots that would spell a command', () => {
    fc.assert(
      fc.property(images, fc.constantFrom('left', 'center', 'right'), (image, side) => {
        const printed = replay(rasterBytes(image, side), image.width, side);
        const different = printed.data.filter((byte, index) => byte !== image.data[index]).length;
        expect(printed.height).toBe(image.height);
        expect(different).toBeLessThanOrEqual(image.data.length / 20);
      }),
    );
  });

  it('fits each band into one chunk', () => {
    for (const step of rasterBytes(bar(576, 300), 'center')) {
      expect(typeof step === 'number' || step.length <= 1024).toBe(true);
    }
  });

  it('feeds blank rows, and crops blank columns at both sides alike', () => {
    const image = blankBitmap(80, 20);
    image.data[10 * 10 + 4] = 0xff;
    image.data[10 * 10 + 6] = 0xff;
    expect(rasterBytes(image, 'center')).toEqual([
      10,
      Buffer.from([0x1d, 0x76, 0x30, 0, 4, 0, 1, 0, 0, 0xff, 0, 0xff]),
      9,
    ]);
  });

  it('crops only the free side of a picture at one edge', () => {
    const image = blankBitmap(80, 1);
    image.data[4] = 0xff;
    const columns = (side: 'left' | 'right'): unknown =>
      rasterBytes(image, side).map((step) => Buffer.from(step as Buffer)[4]);
    expect([columns('left'), columns('right')]).toEqual([[5], [6]]);
  });

  it('never holds a real-time command', () => {
    const orders = [0x10, 0x04, 0x05, 0x14];
    const noise = fc
      .uint8Array({ minLength: 2, maxLength: 400 })
      .map((bytes) => bytes.map((byte) => orders[byte % 4]!));
    fc.assert(
      fc.property(noise, (data) => {
        breakRealTimeCommands(data);
        for (let index = 1; index < data.length; index++) {
          expect(data[index - 1] === 0x10 && [0x04, 0x05, 0x14].includes(data[index]!)).toBe(false);
        }
      }),
    );
  });
});

describe('a bar', () => {
  it('ends where it should', () => {
    const image = bar(13, 2);
    expect(isBlack(image, 12, 1)).toBe(true);
    expect(isBlack(image, 13, 1)).toBe(false);
  });
});
