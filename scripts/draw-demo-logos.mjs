/**
 * Draws the two logos of the demo site into assets/demo. Run it after a change here: `node scripts/draw-demo-logos.mjs`.
 *
 * One picture has to serve a light screen, a dark screen and a one-bit printer. So there is no black and no white in
 * it, only colours in the middle: about 4:1 against either ground, and darker than half grey, so that a threshold
 * keeps every part. What shows as white is a hole.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';

const WIDTH = 480;
const HEIGHT = 160;
const TEAL = '#177c8e';
const OCHRE = '#a46c07';
const PLUM = '#a5528a';
const LEAF = '#3d8058';

const root = new URL('../', import.meta.url);

function font(weight) {
  const family = `Atkinson ${weight}`;
  const file = `node_modules/@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-${weight}-normal.woff2`;
  if (!GlobalFonts.registerFromPath(fileURLToPath(new URL(file, root)), family)) {
    throw new Error(`font not found: ${file}`);
  }
  return family;
}

const BOLD = font(700);
const SEMIBOLD = font(600);

/** Name and line below it, set flush left beside the mark. */
function wordmark(pen, { x, name, line, colour, lineColour }) {
  pen.textBaseline = 'alphabetic';
  pen.fillStyle = colour;
  pen.font = `66px "${BOLD}"`;
  pen.letterSpacing = '-0.5px';
  pen.fillText(name, x - 4, 88);
  pen.fillStyle = lineColour;
  pen.font = `30px "${SEMIBOLD}"`;
  pen.letterSpacing = '0.6px';
  pen.fillText(line, x, 128);
}

function erase(pen, draw) {
  pen.save();
  pen.globalCompositeOperation = 'destination-out';
  pen.fillStyle = '#000';
  draw();
  pen.restore();
}

/** A door, window or bridge arch: round above, straight below. */
function arch(pen, centre, top, width, bottom) {
  const radius = width / 2;
  pen.beginPath();
  pen.moveTo(centre - radius, bottom);
  pen.lineTo(centre - radius, top + radius);
  pen.arc(centre, top + radius, radius, Math.PI, 0);
  pen.lineTo(centre + radius, bottom);
  pen.closePath();
  pen.fill();
}

/** A town hall on the arches of its bridge, with the river below. */
function townHall(pen) {
  const centre = 78;
  pen.fillStyle = TEAL;
  // bell tower with its roof
  pen.beginPath();
  pen.moveTo(centre, 10);
  pen.lineTo(centre + 20, 34);
  pen.lineTo(centre - 20, 34);
  pen.closePath();
  pen.fill();
  pen.fillRect(centre - 16, 38, 32, 26);
  // hall
  pen.fillRect(centre - 48, 60, 96, 34);
  // deck and bridge
  pen.fillRect(centre - 66, 99, 132, 31);
  erase(pen, () => {
    pen.beginPath();
    pen.arc(centre, 50, 7, 0, 2 * Math.PI);
    pen.fill();
    for (const x of [-32, 32]) {
      arch(pen, centre + x, 69, 13, 94);
    }
    arch(pen, centre, 67, 18, 94);
    for (const x of [-42, 0, 42]) {
      arch(pen, centre + x, 107, 30, 131);
    }
  });
  // river
  pen.strokeStyle = OCHRE;
  pen.lineWidth = 7;
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(centre - 62, 143);
  for (let wave = 0; wave < 4; wave += 1) {
    const x = centre - 62 + wave * 31;
    pen.bezierCurveTo(x + 8, 136, x + 8, 136, x + 15.5, 143);
    pen.bezierCurveTo(x + 23, 150, x + 23, 150, x + 31, 143);
  }
  pen.stroke();
  wordmark(pen, { x: 168, name: 'Pontalva', line: 'Câmara Municipal', colour: TEAL, lineColour: OCHRE });
}

/** An almond blossom whose heart is the cross of a clinic. */
function clinic(pen) {
  pen.translate(78, 82);
  pen.fillStyle = PLUM;
  for (let petal = 0; petal < 5; petal += 1) {
    pen.save();
    pen.rotate((petal * 2 * Math.PI) / 5);
    pen.beginPath();
    pen.moveTo(0, -14);
    pen.bezierCurveTo(-34, -26, -34, -66, -9, -68);
    pen.quadraticCurveTo(-3, -68, 0, -61);
    pen.quadraticCurveTo(3, -68, 9, -68);
    pen.bezierCurveTo(34, -66, 34, -26, 0, -14);
    pen.fill();
    pen.restore();
  }
  erase(pen, () => {
    for (let petal = 0; petal < 5; petal += 1) {
      pen.save();
      pen.rotate(((petal + 0.5) * 2 * Math.PI) / 5);
      pen.fillRect(-2.5, -80, 5, 80);
      pen.restore();
    }
    pen.beginPath();
    pen.arc(0, 0, 29, 0, 2 * Math.PI);
    pen.fill();
  });
  pen.fillStyle = LEAF;
  pen.beginPath();
  pen.roundRect(-7.5, -22, 15, 44, 3);
  pen.roundRect(-22, -7.5, 44, 15, 3);
  pen.fill();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  wordmark(pen, { x: 168, name: 'Almendra', line: 'Clínica familiar', colour: PLUM, lineColour: LEAF });
}

for (const [file, draw] of [
  ['town-hall.png', townHall],
  ['clinic.png', clinic],
]) {
  const canvas = createCanvas(WIDTH, HEIGHT);
  draw(canvas.getContext('2d'));
  writeFileSync(new URL(`assets/demo/${file}`, root), canvas.toBuffer('image/png'));
}
