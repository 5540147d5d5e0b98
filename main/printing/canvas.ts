/** The drawing library, without the fonts of the machine. Nobody else loads it. */
import { createRequire } from 'node:module';
import '../lib/settings/no-machine-fonts.ts';

// Not imported: an import would come before the line above once all is in one file.
const library = createRequire(import.meta.url)('@napi-rs/canvas') as typeof import('@napi-rs/canvas');

export const { createCanvas, loadImage, GlobalFonts } = library;
export type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';
