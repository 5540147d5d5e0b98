/** Fonts of the program, loaded at their first use. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';
import { createCanvas, GlobalFonts } from '../canvas.ts';
import { findFonts } from '../find-fonts.ts';

/**
 * Characters of a WOFF2 font, from its `cmap` table. Reads the table from the WOFF2 container (W3C "WOFF File Format
 * 2.0", sections 4 and 5; OpenType `cmap` formats 4 and 12). The drawing library cannot answer this, because it falls
 * back to system fonts silently.
 */

const HEADER_BYTES = 48;
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER_TAG = 63;

interface Reader {
  at: number;
  readonly file: Buffer;
}

function readBase128(reader: Reader): number {
  let value = 0;
  for (let count = 0; count < 5; count++) {
    const byte = reader.file.readUInt8(reader.at++);
    value = value * 128 + (byte & 0x7f);
    if ((byte & 0x80) === 0) return value;
  }
  throw new Error('an unterminated length in the font file');
}

interface Cmap {
  readonly compressed: Buffer;
  /** Offset in the decompressed data. */
  readonly offset: number;
  readonly length: number;
}

function findCmap(file: Buffer): Cmap {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 file');
  const tables = file.readUInt16BE(12);
  const compressed = file.readUInt32BE(20);
  const reader: Reader = { at: HEADER_BYTES, file };
  let offset = 0;
  let cmap: { readonly offset: number; readonly length: number } | null = null;
  for (let index = 0; index < tables; index++) {
    const flags = file.readUInt8(reader.at++);
    const tag = flags & 0x3f;
    const version = flags >> 6;
    if (tag === OTHER_TAG) reader.at += 4;
    const original = readBase128(reader);
    const transformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    const length = transformed ? readBase128(reader) : original;
    if (tag === CMAP) cmap = { offset, length };
    offset += length;
  }
  if (cmap === null) throw new Error('the font file has no character map');
  return { compressed: file.subarray(reader.at, reader.at + compressed), ...cmap };
}

type Range = readonly [first: number, last: number];

/** Segments of format 4. The last one, FFFF, is a terminator. */
function readFormat4(table: Buffer): Range[] {
  const segments = table.readUInt16BE(6) / 2;
  return Array.from({ length: segments }, (_, index): Range => {
    const last = table.readUInt16BE(14 + index * 2);
    return [table.readUInt16BE(16 + segments * 2 + index * 2), last];
  }).filter(([first]) => first !== 0xffff);
}

function readFormat12(table: Buffer): Range[] {
  const groups = table.readUInt32BE(12);
  return Array.from({ length: groups }, (_, index): Range => {
    const at = 16 + index * 12;
    return [table.readUInt32BE(at), table.readUInt32BE(at + 4)];
  });
}

/** Whether the font has a glyph for a code point. */
type HasCodePoint = (codePoint: number) => boolean;

/** All planes with letters, and the symbols of the second plane. */
const CODE_POINTS = 0x40000;

function readTables({ offset, length }: Cmap, unpacked: Buffer): HasCodePoint {
  const cmap = unpacked.subarray(offset, offset + length);
  const known = new Uint8Array(CODE_POINTS / 8);
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    const format = table.readUInt16BE(0);
    const ranges = format === 4 ? readFormat4(table) : format === 12 ? readFormat12(table) : [];
    for (const [first, last] of ranges) {
      for (let at = first; at <= last && at < CODE_POINTS; at++)
        known[at >> 3] = (known[at >> 3] ?? 0) | (1 << (at & 7));
    }
  }
  return (codePoint) => codePoint < CODE_POINTS && ((known[codePoint >> 3] ?? 0) & (1 << (codePoint & 7))) !== 0;
}

const unpack = promisify(brotliDecompress);

/** Characters of a WOFF2 file, decompressed asynchronously. Rejects for an invalid file. */
async function readCharacters(woff2: Buffer): Promise<HasCodePoint> {
  const cmap = findCmap(woff2);
  return readTables(cmap, await unpack(cmap.compressed));
}

/** The same synchronously. Throws for an invalid file. */
function readCharactersSync(woff2: Buffer): HasCodePoint {
  const cmap = findCmap(woff2);
  return readTables(cmap, brotliDecompressSync(cmap.compressed));
}

const { resolve } = createRequire(import.meta.url);

const registered = new Set<string>();

const characters = new Map<string, HasCodePoint>();

const loading = new Map<string, Promise<void>>();

/**
 * Bundled font files by script. Each file has its own family name, because a family cannot consist of several files;
 * drawing falls back along the list.
 */
interface Face {
  readonly family: string;
  readonly regular: string;
  readonly bold: string;
  /** Characters that need this file. */
  readonly needs: RegExp;
}

function face(family: string, folder: string, subset: string, needs: RegExp): Face {
  const file = (weight: number): string => `@fontsource/${folder}/files/${folder}-${subset}-${weight}-normal.woff2`;
  return { family, regular: file(400), bold: file(700), needs };
}

const ATKINSON = 'atkinson-hyperlegible-next';

/** In the order in which glyphs are looked up. */
const FACES: readonly Face[] = [
  face('Ticket Latin', ATKINSON, 'latin', /[\u0020-\u00ff]/),
  face('Ticket Latin Extended', ATKINSON, 'latin-ext', /[\u0100-\u02af\u1e00-\u1e9f]/),
  face('Ticket Signs', 'noto-sans', 'latin', /[\u2000-\u2bff]/),
  face('Ticket Signs Extended', 'noto-sans', 'latin-ext', /[\u0100-\u02ff\u1e00-\u1eff\u20a0-\u20c0]/),
  face(
    'Ticket Vietnamese',
    'noto-sans',
    'vietnamese',
    /[\u0102\u0103\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]|[\u0300-\u0323]/,
  ),
  face('Ticket Greek', 'noto-sans', 'greek', /[\u0370-\u03ff]/),
  face('Ticket Greek Extended', 'noto-sans', 'greek-ext', /[\u1f00-\u1fff]/),
  face('Ticket Cyrillic', 'noto-sans', 'cyrillic', /[\u0400-\u045f\u0490\u0491\u04b0\u04b1\u2116]/),
  face('Ticket Cyrillic Extended', 'noto-sans', 'cyrillic-ext', /[\u0460-\u052f]/),
  face('Ticket Devanagari', 'noto-sans-devanagari', 'devanagari', /\p{Script_Extensions=Devanagari}/u),
  face('Ticket Arabic', 'noto-sans-arabic', 'arabic', /\p{Script_Extensions=Arabic}/u),
  face('Ticket Hebrew', 'noto-sans-hebrew', 'hebrew', /\p{Script=Hebrew}|\u20aa/u),
  face('Ticket Thai', 'noto-sans-thai', 'thai', /\p{Script=Thai}|\u0e3f/u),
];

const HAN = /\p{Script=Han}|[\u3000-\u303f\uff00-\uffef]/u;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc]/u;

const HANGUL = /\p{Script=Hangul}/u;

const CHINESE = face('Ticket Chinese', 'noto-sans-sc', 'chinese-simplified', HAN);

const JAPANESE = face('Ticket Japanese', 'noto-sans-jp', 'japanese', KANA);

const KOREAN = face('Ticket Korean', 'noto-sans-kr', 'korean', HANGUL);

/** Han characters have one code point and several shapes: the language's font comes first. */
const FIRST_EAST_ASIAN: Readonly<Record<string, Face>> = { zh: CHINESE, ja: JAPANESE, ko: KOREAN };

const isEastAsian = (character: string): boolean => [HAN, KANA, HANGUL].some((script) => script.test(character));

/** Font files for East Asian characters, the best one for this text and language first. */
function eastAsianFaces(text: string, lang: string): readonly Face[] {
  const own = FIRST_EAST_ASIAN[lang.toLowerCase().split(/[-_]/)[0] ?? ''];
  const byScript = KANA.test(text) ? JAPANESE : HANGUL.test(text) ? KOREAN : CHINESE;
  return [...new Set([own ?? byScript, byScript, CHINESE, JAPANESE, KOREAN])];
}

/** Whether a font has a character. */
type HasCharacter = (face: Face, codePoint: number) => boolean;

/**
 * Font files that a text needs, in order; always includes Latin, for spaces and digits. East Asian files are large: a
 * second one is used only for characters that the first one lacks.
 */
function facesFor(text: string, lang: string, has: HasCharacter): readonly Face[] {
  const faces = FACES.filter((each, index) => index === 0 || each.needs.test(text));
  let wanted = Array.from(text).filter(isEastAsian);
  for (const each of wanted.length === 0 ? [] : eastAsianFaces(text, lang)) {
    const left = wanted.filter((character) => !has(each, character.codePointAt(0) ?? 0));
    if (left.length < wanted.length) faces.push(each);
    wanted = left;
    if (wanted.length === 0) break;
  }
  return faces;
}

function register({ family }: Face, file: string, bytes: Buffer): void {
  // Only from memory: the library would read a path lazily, and cannot read inside an asar archive.
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

/** Cache of characters that no bundled font has. */
const lacking = new Set<string>();

/** A desktop has hundreds of fonts; the first ones usually come with the system. */
const MAX_MACHINE_FONTS = 60;

const MAX_LACKING = 5000;

const OURS = /^(Ticket|Receipt) /;

/** The library only uses fonts that are named. */
function machineFamilies(): readonly string[] {
  const families = GlobalFonts.families.map(({ family }) => family);
  return families.filter((family) => !OURS.test(family) && !family.includes('"')).slice(0, MAX_MACHINE_FONTS);
}

function fontOf(families: readonly string[], px: number, bold: boolean): string {
  return `${bold ? 700 : 400} ${px}px ${families.map((family) => `"${family}"`).join(', ')}`;
}

/** CSS `font` for a text. Reads fonts that were not prepared synchronously. */
export function fontFor(text: string, px: number, bold: boolean, lang: string): string {
  const faces = facesFor(text, lang, has);
  for (const face of faces) registerNow(face);
  const needsMore = lacking.size > 0 && Array.from(text).some((character) => lacking.has(character));
  return fontOf([...faces.map(({ family }) => family), ...(needsMore ? machineFamilies() : [])], px, bold);
}

/** The library unpacks a font at its first drawing, so draw once in advance. */
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
  // Each of these takes about 25 ms for a large font, and cannot be split.
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
  // The next request retries.
  begun.catch(() => loading.delete(face.family));
  return begun;
}

/** Loads the fonts of a text, and yields to other work. Rejects if a font cannot be read. */
export async function prepareFonts(text: string, lang: string): Promise<void> {
  for (;;) {
    // A font that is not loaded counts as complete, and is checked after loading.
    const faces = facesFor(text, lang, (face, codePoint) => characters.get(face.family)?.(codePoint) ?? true);
    const closed = faces.filter(({ family }) => !characters.has(family) || !registered.has(family));
    for (const face of closed) await loadOnce(face);
    if (closed.length === 0) return;
  }
}

/** Invisible characters that shape text: joiners, direction marks, variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Variation_Selector}\s]/u;

/** Characters of a text without a glyph in any bundled font; empty if all have one. */
export function missingCharacters(text: string, lang: string): readonly string[] {
  const composed = text.normalize('NFC');
  const faces = facesFor(composed, lang, has);
  const missing = [...new Set(composed)].filter((character) => {
    if (INVISIBLE.test(character)) return false;
    const codePoint = character.codePointAt(0) ?? 0;
    return !faces.some((face) => has(face, codePoint));
  });
  // Limits the cache, so that arbitrary Unicode cannot fill it.
  for (const character of missing) if (lacking.size < MAX_LACKING) lacking.add(character);
  return missing;
}

const PROBE_PX = 28;

const PROBE_DOTS = 64;

/** A noncharacter, for which no font has a glyph. */
const NOWHERE = '\u{10fffe}';

function probe(character: string, font: string): Buffer {
  const canvas = createCanvas(PROBE_DOTS, PROBE_DOTS);
  const context = canvas.getContext('2d');
  context.font = font;
  context.fillText(character, PROBE_DOTS / 4, PROBE_DOTS / 2);
  return Buffer.from(context.getImageData(0, 0, PROBE_DOTS, PROBE_DOTS).data);
}

const borrowed = new Map<string, boolean>();

/** Whether a system font has a glyph for a character that the bundled fonts lack. */
export function isBorrowed(character: string): boolean {
  const before = borrowed.get(character);
  if (before !== undefined) return before;
  const font = fontFor(character, PROBE_PX, false, '');
  const dots = probe(character, font);
  const answer = !dots.equals(probe(NOWHERE, font)) && dots.some((byte) => byte !== 0);
  borrowed.set(character, answer);
  return answer;
}
