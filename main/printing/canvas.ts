/** Drawing library without system fonts. The only place that loads it. */
import { createRequire } from 'node:module';
import '../lib/settings/no-machine-fonts.ts';

// Uses require: in a bundle an import would run before the line above.
const library = createRequire(import.meta.url)('@napi-rs/canvas') as typeof import('@napi-rs/canvas');

export const { createCanvas, loadImage, GlobalFonts } = library;
export type { Canvas, Image, SKRSContext2D } from '@napi-rs/canvas';
