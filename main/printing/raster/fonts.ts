/** Fonts out of the packages that come with the program, handed to the drawing library when a text first needs them. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';
import { type Face, facesFor } from './faces.ts';
import { readCharacters } from './woff2-characters.ts';

const { resolve } = createRequire(import.meta.url);
const registered = new Set<string>();
const characters = new Map<string, (codePoint: number) => boolean>();

function register(face: Face): void {
  if (registered.has(face.family)) return;
  registered.add(face.family);
  for (const file of [face.regular, face.bold]) {
    // Only from memory: the library would read a path lazily, from an archive that it does not know (asar).
    if (!GlobalFonts.register(readFileSync(resolve(file)), face.family)) {
      throw new Error(`the font ${file} cannot be read`);
    }
  }
}

/** CSS `font` for a text, with its fonts ready. */
export function fontFor(text: string, px: number, bold: boolean): string {
  const faces = facesFor(text);
  for (const face of faces) register(face);
  return `${bold ? 700 : 400} ${px}px ${faces.map(({ family }) => `"${family}"`).join(', ')}`;
}

function has(face: Face, codePoint: number): boolean {
  let known = characters.get(face.family);
  if (known === undefined) {
    known = readCharacters(readFileSync(resolve(face.regular)));
    characters.set(face.family, known);
  }
  return known(codePoint);
}

/** Shape the text without being seen: joiners, direction marks, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}\s]/u;

/** The characters of a text for which no font of ours has a shape; empty when all is well. */
export function missingCharacters(text: string): readonly string[] {
  const faces = facesFor(text);
  return [...new Set(text.normalize('NFC'))].filter((character) => {
    if (INVISIBLE.test(character)) return false;
    const codePoint = character.codePointAt(0) ?? 0;
    return !faces.some((face) => has(face, codePoint));
  });
}
