/**
 * Draws the program's icon into assets/icons: a ticket with a friendly number. Run it after a change here:
 * `node scripts/draw-icons.mjs`. electron-builder makes the other sizes and formats of it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const SIZE = 512;
const GROUND_TOP = '#1f8f9f';
const GROUND_BOTTOM = '#12616f';
const PAPER = '#fffdf7';
const INK = '#123a42';
const ACCENT = '#e0932a';
const SHADOW = 'rgba(0, 30, 36, 0.35)';

const root = new URL('../', import.meta.url);
const FONT =
  'node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff2';
if (!GlobalFonts.registerFromPath(fileURLToPath(new URL(FONT, root)), 'Icon'))
  throw new Error(`font not found: ${FONT}`);

const canvas = createCanvas(SIZE, SIZE);
const pen = canvas.getContext('2d');

const ground = pen.createLinearGradient(0, 0, 0, SIZE);
ground.addColorStop(0, GROUND_TOP);
ground.addColorStop(1, GROUND_BOTTOM);
pen.fillStyle = ground;
pen.beginPath();
pen.roundRect(16, 16, SIZE - 32, SIZE - 32, 108);
pen.fill();

// The slot that the ticket comes out of.
pen.fillStyle = INK;
pen.beginPath();
pen.roundRect(92, 96, 328, 26, 13);
pen.fill();

// The ticket: torn off below in even teeth, a little aslant, as paper hangs.
const [left, right, top, bottom] = [128, 384, 108, 420];
const TEETH = 8;
pen.save();
pen.shadowColor = SHADOW;
pen.shadowBlur = 26;
pen.shadowOffsetY = 12;
pen.fillStyle = PAPER;
pen.beginPath();
pen.moveTo(left, top);
pen.lineTo(right, top);
pen.lineTo(right, bottom);
const tooth = (right - left) / TEETH;
for (let index = 0; index < TEETH; index++) {
  pen.lineTo(right - (index + 0.5) * tooth, bottom - 18);
  pen.lineTo(right - (index + 1) * tooth, bottom);
}
pen.closePath();
pen.fill();
pen.restore();

pen.fillStyle = ACCENT;
pen.beginPath();
pen.roundRect(208, 148, 96, 18, 9);
pen.fill();

pen.fillStyle = INK;
pen.textAlign = 'center';
pen.textBaseline = 'alphabetic';
pen.font = '168px "Icon"';
pen.fillText('42', SIZE / 2, 306);

// A smile below the number.
pen.strokeStyle = INK;
pen.lineWidth = 16;
pen.lineCap = 'round';
pen.beginPath();
pen.arc(SIZE / 2, 316, 52, Math.PI * 0.2, Math.PI * 0.8);
pen.stroke();

const folder = new URL('assets/icons/', root);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL('icon.png', folder), canvas.toBuffer('image/png'));
