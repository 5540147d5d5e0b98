/** Reduces an image file to a size that the site can store. The browser decides whether the file is an image. */
import { fail, ok, type Result } from '../../../main/lib/result.ts';

export type PictureFault = 'type' | 'large';

export interface PictureBounds {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Maximum length of the `data:` URL. */
  readonly letters: number;
  /** `lines` keeps edges and transparency, for print; `photo` is smaller. */
  readonly look: 'lines' | 'photo';
}

/** Larger than any camera image; a browser would need a gigabyte of memory for it. */
const MAX_BYTES = 30_000_000;
const MAX_DOTS = 100_000_000;
const TYPES = { lines: 'image/png', photo: 'image/webp' } as const;
/** JPEG quality of photos, from 0 to 1. */
const QUALITY = 0.85;
/** Factor by which an image is reduced until it fits. */
const STEP = 0.8;
const SMALLEST = 32;

/** Returns a `data:` URL. An image that fits already is not changed. */
export async function pictureFrom(file: File, bounds: PictureBounds): Promise<Result<string, PictureFault>> {
  if (file.size > MAX_BYTES) return fail('large');
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return fail('type');
  }
  try {
    if (bitmap.width * bitmap.height > MAX_DOTS) return fail('large');
    const fits = Math.min(1, bounds.width / bitmap.width, bounds.height / bitmap.height);
    if (fits === 1 && file.type === TYPES[bounds.look]) {
      const own = await addressOf(file);
      if (own.length <= bounds.letters && own.startsWith(`data:${file.type}`)) return ok(own);
    }
    for (let scale = fits; bitmap.width * scale >= SMALLEST; scale *= STEP) {
      const drawn = draw(bitmap, scale, bounds.look);
      if (drawn.length <= bounds.letters) return ok(drawn);
    }
    return fail('large');
  } finally {
    bitmap.close();
  }
}

function draw(bitmap: ImageBitmap, scale: number, look: PictureBounds['look']): string {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser draws nothing.');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL(TYPES[look], QUALITY);
}

function addressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('It cannot be read.')));
    reader.readAsDataURL(file);
  });
}
