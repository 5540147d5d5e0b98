import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Band, breakRealTimeCommands, rasterBytes } from '../../main/printing/escpos/raster-bytes.ts';
import { type Bitmap, bar, blankBitmap, isBlack } from '../../main/printing/raster/bitmap.ts';

const PAPER_DOTS = 576;
type Side = 'left' | 'center' | 'right';

/** What the steps print on a printer that knows alignment and margins: every dot of the paper. */
function replay(steps: readonly (Band | number)[], side: Side): Bitmap {
  const rows: Uint8Array[] = [];
  for (const step of steps) {
    if (typeof step === 'number') {
      for (let row = 0; row < step; row++) rows.push(new Uint8Array(PAPER_DOTS / 8));
      continue;
    }
    const { margin, bytes } = step;
    const width = bytes[4]! + bytes[5]! * 256;
    const count = bytes[6]! + bytes[7]! * 256;
    expect(bytes.length).toBe(8 + width * count);
    const free = PAPER_DOTS - width * 8;
    const at = margin ?? { left: 0, center: free / 2, right: free }[side];
    for (let row = 0; row < count; row++) {
      rows.push(shifted(bytes.subarray(8 + row * width, 8 + (row + 1) * width), at));
    }
  }
  return { width: PAPER_DOTS, height: rows.length, data: new Uint8Array(Buffer.concat(rows)) };
}

/** A row of the paper with these dots on it, so many from its left edge. */
function shifted(dots: Uint8Array, at: number): Uint8Array {
  const row = new Uint8Array(PAPER_DOTS / 8);
  for (let x = 0; x < dots.length * 8; x++) {
    if ((dots[x >> 3]! & (0x80 >> (x & 7))) !== 0) row[(at + x) >> 3]! |= 0x80 >> ((at + x) & 7);
  }
  return row;
}

/** The picture itself in its place on the paper. */
function placed(image: Bitmap, side: Side): Bitmap {
  const free = PAPER_DOTS - image.width;
  const stride = image.width / 8;
  const rows = Array.from({ length: image.height }, (_, y) =>
    shifted(image.data.subarray(y * stride, (y + 1) * stride), { left: 0, center: free / 2, right: free }[side]),
  );
  return { width: PAPER_DOTS, height: image.height, data: new Uint8Array(Buffer.concat(rows)) };
}

const images = fc
  .record({ stride: fc.integer({ min: 1, max: 72 }), height: fc.integer({ min: 1, max: 60 }), blank: fc.boolean() })
  .chain(({ stride, height, blank }) =>
    fc
      .uint8Array({ minLength: stride * height, maxLength: stride * height, max: blank ? 1 : 255 })
      .map((data): Bitmap => ({ width: stride * 8, height, data })),
  );

/** Strokes as letters have them: some ink here and there, and much paper. */
const drawings = fc
  .record({
    stride: fc.integer({ min: 4, max: 72 }),
    height: fc.integer({ min: 10, max: 200 }),
    strokes: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 20 })), { maxLength: 12 }),
  })
  .map(({ stride, height, strokes }): Bitmap => {
    const image = blankBitmap(stride * 8, height);
    for (const [x, y, length] of strokes) {
      for (let row = 0; row < length; row++) image.data[((y + row) % height) * stride + (x % stride)] = 0x3c;
    }
    return image;
  });

const papers = fc.record({
  side: fc.constantFrom<Side>('left', 'center', 'right'),
  bandMargins: fc.boolean(),
  dots: fc.constant(PAPER_DOTS),
});

const bytesOf = (steps: readonly (Band | number)[]): number =>
  steps.reduce((sum: number, step) => {
    return sum + (typeof step === 'number' ? 3 : step.bytes.length + (step.margin === null ? 0 : 4));
  }, 0);

const CENTRED = { side: 'center', dots: PAPER_DOTS, bandMargins: false } as const;

describe('a picture as bands', () => {
  it('is the picture, dot for dot and in its place', () => {
    fc.assert(
      fc.property(drawings, papers, (image, paper) => {
        expect(replay(rasterBytes(image, paper), paper.side)).toEqual(placed(image, paper.side));
      }),
    );
  });

  it('is the picture, but for the dots that would spell a command', () => {
    fc.assert(
      fc.property(images, papers, (image, paper) => {
        const printed = replay(rasterBytes(image, paper), paper.side);
        const wanted = placed(image, paper.side);
        const different = printed.data.filter((byte, index) => byte !== wanted.data[index]).length;
        expect(printed.height).toBe(image.height);
        expect(different).toBeLessThanOrEqual(image.data.length / 20);
      }),
    );
  });

  it('is never longer than in one piece, and shorter where each band may have its own margin', () => {
    fc.assert(
      fc.property(drawings, papers, (image, paper) => {
        const whole = image.height * (image.width / 8) + 8 * Math.ceil(((image.width / 8) * image.height) / 900 + 1);
        expect(bytesOf(rasterBytes(image, paper))).toBeLessThanOrEqual(whole);
      }),
    );
    const diagonal = blankBitmap(400, 100);
    for (let y = 0; y < 100; y++) diagonal.data[y * 50 + Math.floor(y / 2)] = 0xff;
    const [shared, own] = [false, true].map((bandMargins) =>
      bytesOf(rasterBytes(diagonal, { ...CENTRED, bandMargins })),
    );
    expect(own).toBeLessThan(shared! / 2);
    expect(shared).toBeLessThan(100 * 50 * 0.65);
  });

  it('fits each band into one chunk', () => {
    for (const step of rasterBytes(bar(576, 300), CENTRED)) {
      expect(typeof step === 'number' || step.bytes.length <= 1024).toBe(true);
    }
  });

  it('feeds blank rows, and crops blank columns at both sides alike', () => {
    const image = blankBitmap(80, 20);
    image.data[10 * 10 + 4] = 0xff;
    image.data[10 * 10 + 6] = 0xff;
    expect(rasterBytes(image, CENTRED)).toEqual([
      10,
      { margin: null, bytes: Buffer.from([0x1d, 0x76, 0x30, 0, 4, 0, 1, 0, 0, 0xff, 0, 0xff]) },
      9,
    ]);
  });

  it('crops only the free side of a picture at one edge', () => {
    const image = blankBitmap(80, 1);
    image.data[4] = 0xff;
    const columns = (side: 'left' | 'right'): unknown =>
      rasterBytes(image, { ...CENTRED, side }).map((step) => (step as Band).bytes[4]);
    expect([columns('left'), columns('right')]).toEqual([[5], [6]]);
  });

  it('has one left edge for all bands where a printer may know no margin for pictures', () => {
    const image = blankBitmap(400, 60);
    for (let y = 0; y < 60; y++) image.data.fill(0xff, y * 50 + 10 + (y > 20 ? 5 : 0), y * 50 + 10 + (y % 30) + 6);
    const margins = rasterBytes(image, CENTRED).map((step) => (step as Band).margin);
    expect(margins.length).toBeGreaterThan(1);
    expect(new Set(margins)).toEqual(new Set([88 + 80]));
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
