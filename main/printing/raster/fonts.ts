/** Fonts of the program, loaded at their first use. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { createCanvas, GlobalFonts } from '../canvas.ts';
import { findFonts } from '../find-fonts.ts';
import { type Face, facesFor } from './faces.ts';
import { type HasCodePoint, readCharacters, readCharactersSync } from './woff2-characters.ts';

const { resolve } = createRequire(import.meta.url);
const registered = new Set<string>();
const characters = new Map<string, HasCodePoint>();
const loading = new Map<string, Promise<void>>();

function register({ family }: Face, file: string, bytes: Buffer): void {
  // Only from memory: the library would read a path lazily, from an archive that it does not know (asar).
  if (!GlobalFonts.register(bytes, family)) throw new Error(`the font ${file} cannot be read`);
}

function registerNow(face: Face): void {
  if (registered.has(face.family)) return;
  registered.add(face.family);
  for (const file of [face.regular, face.bold]) register(face, file, readFileSync(resolve(file)));
}

function has(face: Face, codePoint: number): boolean {
  let known = characters.get(face.family);
  if (known === undefined) {
    known = readCharactersSync(readFileSync(resolve(face.regular)));
    characters.set(face.family, known);
  }
  return known(codePoint);
}

/** Characters that none of our fonts has, as far as they have been met. */
const lacking = new Set<string>();
/** A desktop has hundreds of fonts; the first ones are those that came with it. */
const MAX_MACHINE_FONTS = 60;
const MAX_LACKING = 5000;
const OURS = /^(Ticket|Receipt) /;

/** The library looks into no font that is not named. */
function machineFamilies(): readonly string[] {
  const families = GlobalFonts.families.map(({ family }) => family);
  return families.filter((family) => !OURS.test(family) && !family.includes('"')).slice(0, MAX_MACHINE_FONTS);
}

function fontOf(families: readonly string[], px: number, bold: boolean): string {
  return `${bold ? 700 : 400} ${px}px ${families.map((family) => `"${family}"`).join(', ')}`;
}

/** CSS `font` for a text. Fonts that nobody has prepared are read on the spot, which takes their time. */
export function fontFor(text: string, px: number, bold: boolean, lang: string): string {
  const faces = facesFor(text, lang, has);
  for (const face of faces) registerNow(face);
  const needsMore = lacking.size > 0 && Array.from(text).some((character) => lacking.has(character));
  return fontOf([...faces.map(({ family }) => family), ...(needsMore ? machineFamilies() : [])], px, bold);
}

/** The library unpacks a font once more when it first draws with it. */
function drawOnce({ family }: Face, weight: number): void {
  const context = createCanvas(1, 1).getContext('2d');
  context.font = `${weight} 28px "${family}"`;
  context.fillText(' ', 0, 0);
}

async function load(face: Face): Promise<void> {
  await findFonts();
  const [regular, bold] = await Promise.all([readFile(resolve(face.regular)), readFile(resolve(face.bold))]);
  characters.set(face.family, await readCharacters(regular));
  if (registered.has(face.family)) return;
  // Each of these takes some 25 ms for a large font, and cannot be parted any further.
  register(face, face.regular, regular);
  await setImmediate();
  register(face, face.bold, bold);
  registered.add(face.family);
  for (const weight of [400, 700]) {
    await setImmediate();
    drawOnce(face, weight);
  }
}

function loadOnce(face: Face): Promise<void> {
  const before = loading.get(face.family);
  if (before !== undefined) return before;
  const begun = load(face);
  loading.set(face.family, begun);
  // Whoever asks next tries again.
  begun.catch(() => loading.delete(face.family));
  return begun;
}

/** Gets the fonts of a text ready, with other work in between. Rejects when one cannot be read. */
export async function prepareFonts(text: string, lang: string): Promise<void> {
  for (;;) {
    // A face that nobody has opened yet is taken to have what is asked of it, and asked again when it is open.
    const faces = facesFor(text, lang, (face, codePoint) => characters.get(face.family)?.(codePoint) ?? true);
    const closed = faces.filter(({ family }) => !characters.has(family) || !registered.has(family));
    for (const face of closed) await loadOnce(face);
    if (closed.length === 0) return;
  }
}

/** Shape the text without being seen: joiners, direction marks, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}\s]/u;

/** The characters of a text for which no font of ours has a shape; empty when all is well. */
export function missingCharacters(text: string, lang: string): readonly string[] {
  const composed = text.normalize('NFC');
  const faces = facesFor(composed, lang, has);
  const missing = [...new Set(composed)].filter((character) => {
    if (INVISIBLE.test(character)) return false;
    const codePoint = character.codePointAt(0) ?? 0;
    return !faces.some((face) => has(face, codePoint));
  });
  // What is met is of a few scripts; whoever sends all of Unicode is not remembered.
  for (const character of missing) if (lacking.size < MAX_LACKING) lacking.add(character);
  return missing;
}

const PROBE_PX = 28;
const PROBE_DOTS = 64;
/** No font has a shape for it, and none ever will. */
const NOWHERE = '\u{10fffe}';

function probe(character: string, font: string): Buffer {
  const canvas = createCanvas(PROBE_DOTS, PROBE_DOTS);
  const context = canvas.getContext('2d');
  context.font = font;
  context.fillText(character, PROBE_DOTS / 4, PROBE_DOTS / 2);
  return Buffer.from(context.getImageData(0, 0, PROBE_DOTS, PROBE_DOTS).data);
}

const borrowed = new Map<string, boolean>();

/** Whether a font of the machine has a shape for a character that ours were found to lack. */
export function isBorrowed(character: string): boolean {
  const before = borrowed.get(character);
  if (before !== undefined) return before;
  const font = fontFor(character, PROBE_PX, false, '');
  const dots = probe(character, font);
  const answer = !dots.equals(probe(NOWHERE, font)) && dots.some((byte) => byte !== 0);
  borrowed.set(character, answer);
  return answer;
}
