/** Compares a screenshot with the kept picture, within a tolerance. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, ImageData, loadImage } from '@napi-rs/canvas';
import pixelmatch from 'pixelmatch';
import { onTestFailed } from 'vitest';

const KEPT = fileURLToPath(new URL('../pictures', import.meta.url));
/** Pictures of failed comparisons: as it is now, and what differs. */
const FAILED = fileURLToPath(new URL('../../.cache/pictures', import.meta.url));

/** Set to renew the kept pictures: `UPDATE_PICTURES=1 npm run test:slow -- pictures`. */
export const IS_RENEWED = process.env.UPDATE_PICTURES === '1';

/** Distance of two colours that count as equal, from 0 to 1: rounding of letters' edges is below it. */
const EQUAL = 0.15;
/** Share of the pixels of a picture that may differ. */
export const MAX_DIFFERENCE = 0.002;

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Share of the pixels that differ, 0 to 1; 1 for another size or without a kept picture. */
export async function differenceFrom(name: string, png: Buffer): Promise<number> {
  const file = join(KEPT, `${name}.png`);
  if (IS_RENEWED) {
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(file, png);
    return 0;
  }
  const changes = join(FAILED, `${name}.changes.png`);
  rmSync(changes, { force: true });
  onTestFailed(() => keep(`${name}.now.png`, png));
  if (!existsSync(file)) return 1;
  const [before, now] = [await decode(readFileSync(file)), await decode(png)];
  if (before.width !== now.width || before.height !== now.height) return 1;
  const { width, height } = now;
  const drawn = new Uint8ClampedArray(width * height * 4);
  const pixels = pixelmatch(before.data, now.data, drawn, width, height, { threshold: EQUAL });
  const share = pixels / (width * height);
  if (share > MAX_DIFFERENCE) keep(`${name}.changes.png`, encode({ width, height, data: drawn }));
  return share;
}

function keep(name: string, png: Buffer): void {
  mkdirSync(FAILED, { recursive: true });
  writeFileSync(join(FAILED, name), png);
}

async function decode(png: Buffer): Promise<Picture> {
  const image = await loadImage(png);
  const pen = createCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  return pen.getImageData(0, 0, image.width, image.height);
}

function encode({ width, height, data }: Picture): Buffer {
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(data, width, height), 0, 0);
  return canvas.toBuffer('image/png');
}
