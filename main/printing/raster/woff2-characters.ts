/**
 * Characters of a WOFF2 font, from its `cmap` table.
 *
 * Reads the table from the WOFF2 container (W3C "WOFF File Format 2.0", sections 4 and 5; OpenType `cmap` formats 4 and
 * 12). The drawing library cannot answer this, because it falls back to system fonts silently.
 */
import { promisify } from 'node:util';
import { brotliDecompress, brotliDecompressSync } from 'node:zlib';

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
  throw new Error('a length in the font file has no end');
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
export type HasCodePoint = (codePoint: number) => boolean;

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
export async function readCharacters(woff2: Buffer): Promise<HasCodePoint> {
  const cmap = findCmap(woff2);
  return readTables(cmap, await unpack(cmap.compressed));
}

/** The same synchronously. Throws for an invalid file. */
export function readCharactersSync(woff2: Buffer): HasCodePoint {
  const cmap = findCmap(woff2);
  return readTables(cmap, brotliDecompressSync(cmap.compressed));
}
