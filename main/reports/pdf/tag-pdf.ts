/**
 * Accessibility tags of a PDF.
 *
 * Tags state for each piece whether it is a heading, a table cell or decoration, plus language and reading order. The
 * drawing library has no tags. So the pages contain a mark before each piece, which this file replaces by the tag.
 */

import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { largest } from '../../lib/lists.ts';
import type { SKRSContext2D } from '../../printing/canvas.ts';

const deflated = promisify(deflate);

/** A rectangle that nothing else draws, in the corner of the page. */
const MARK = [1, 1, 2, 3] as const;

const DRAWN_MARK = `${MARK.join(' ')} re\nf\n`;

/** Objects per object stream; a reader unpacks a whole stream to read one. */
const IN_ONE = 200;

/** Draws a mark, before each piece of a page. */
export function drawMark(context: SKRSContext2D): void {
  context.fillRect(...MARK);
}

const inflated = promisify(inflate);

/**
 * Parser of the drawing library's PDF files.
 *
 * It finds objects by the table at the end. It only supports that library's files, and fails on others.
 */
interface SkiaFile {
  /** By number, without `obj` and `endobj`; dictionaries as text, streams complete. */
  readonly objects: Map<number, Buffer>;
  /** Numbers of the pages, in their order. */
  readonly pages: readonly number[];
  readonly root: number;
  readonly info: number;
}

function readSkiaFile(pdf: Uint8Array): SkiaFile {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const tableAt = Number(found(/startxref\n(\d+)\n%%EOF/, file.toString('latin1', file.length - 64)));
  const end = file.toString('latin1', tableAt);
  const offsets = [...end.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  const ends = new Map(
    [...offsets, tableAt].toSorted((a, b) => a - b).map((offset, place, all) => [offset, all[place + 1] ?? tableAt]),
  );
  const objects = new Map(
    offsets.map((offset, place) => {
      const number = place + 1;
      const object = file.subarray(offset, ends.get(offset));
      const [head, tail] = [`${number} 0 obj\n`, '\nendobj\n'];
      if (
        object.toString('latin1', 0, head.length) !== head ||
        object.toString('latin1', object.length - tail.length) !== tail
      )
        throw new Error(`Object ${number} of the PDF is not at its offset in the cross-reference table.`);
      return [number, object.subarray(head.length, object.length - tail.length)] as const;
    }),
  );
  const root = Number(found(/\/Root (\d+) 0 R/, end));
  const below = (number: number): readonly number[] => {
    const node = textOf(objects, number);
    if (!node.includes('/Type /Pages')) return [number];
    const kids = found(/\/Kids \[([^\]]*)\]/, node);
    return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => below(Number(kid)));
  };
  const pages = below(Number(found(/\/Pages (\d+) 0 R/, textOf(objects, root))));
  return { objects, pages, root, info: Number(found(/\/Info (\d+) 0 R/, end)) };
}

/** A dictionary. */
const textOf = (objects: SkiaFile['objects'], number: number): string =>
  (objects.get(number) ?? Buffer.alloc(0)).toString('latin1');

/** Content stream of a page as text, and its object number. */
async function contentOf({ objects }: SkiaFile, page: number): Promise<{ number: number; content: string }> {
  const number = Number(found(/\/Contents (\d+) 0 R/, textOf(objects, page)));
  const object = objects.get(number) ?? Buffer.alloc(0);
  const head = found(/^(<<[^>]*>> stream\n)/, object.toString('latin1', 0, 200));
  const data = object.subarray(head.length, head.length + Number(found(/\/Length (\d+)/, head)));
  return { number, content: (head.includes('/FlateDecode') ? await inflated(data) : data).toString('latin1') };
}

function found(what: RegExp, text: string): string {
  const [, match] = what.exec(text) ?? [];
  if (match === undefined) throw new Error(`The PDF has no ${what.source}.`);
  return match;
}

/** Tag tree of a PDF, for assistive technology. */

/** Standard structure types of PDF. */
export type TagType = 'Document' | 'Sect' | 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

export interface Tag {
  readonly type: TagType;
  /** Direction of a heading cell. */
  readonly scope?: 'Column' | 'Row';
  /** Column span. */
  readonly span?: number;
  /** Text alternative of a figure. */
  readonly alt?: string;
  readonly kids: Tag[];
}

/** Tag of a piece of a page; `null` for decoration. */
export type TaggedContent = {
  readonly tag: Tag;
  /** Replacement text, if the drawn text is cut, joined or reordered. */
  readonly words: string | null;
} | null;

/** Adds a tag below another. */
export function under(parent: Tag, type: TagType, more: Omit<Tag, 'type' | 'kids'> = {}): Tag {
  const tag: Tag = { type, ...more, kids: [] };
  parent.kids.push(tag);
  return tag;
}

/**
 * @param pdf output of the drawing library
 * @param pieces tags of the marks, page by page
 * @param lang such as `pt_PT`
 */
export async function tagPdf(
  pdf: Uint8Array,
  root: Tag,
  pieces: readonly (readonly TaggedContent[])[],
  lang: string,
): Promise<Uint8Array> {
  const file = readSkiaFile(pdf);
  const { objects } = file;
  let last = largest(objects.keys());
  const next = (): number => ++last;
  const treeAt = next();
  const parentsAt = next();
  const numbers = new Map<Tag, number>();
  const number = (tag: Tag): void => {
    numbers.set(tag, next());
    for (const kid of tag.kids) number(kid);
  };
  number(root);

  const marked = new Map<Tag, string[]>();
  const parents: string[] = [];
  for (const [place, page] of file.pages.entries()) {
    const { number: at, content } = await contentOf(file, page);
    const tags: Tag[] = [];
    const [before = '', ...parts] = content.split(DRAWN_MARK);
    const here = pieces[place] ?? [];
    if (parts.length !== here.length)
      throw new Error(`Page ${place + 1} of the PDF has ${parts.length} parts, but ${here.length} are known.`);
    const tagged = parts.map((part, index) => {
      const piece = here[index] ?? null;
      if (piece === null) return `/Artifact BMC\n${part}\nEMC\n`;
      const { tag, words } = piece;
      const own = tags.push(tag) - 1;
      marked.set(tag, [...(marked.get(tag) ?? []), `<</Type /MCR /Pg ${page} 0 R /MCID ${own}>>`]);
      const said = words === null ? part : `/Span <</ActualText ${text(words)}>> BDC\n${part}\nEMC`;
      return `/${tag.type} <</MCID ${own}>> BDC\n${said}\nEMC\n`;
    });
    objects.set(at, await stream('', Buffer.from(before + tagged.join(''), 'latin1')));
    objects.set(page, withMore(textOf(objects, page), `/StructParents ${place}`));
    parents.push(`${place} [${tags.map((tag) => `${numbers.get(tag)} 0 R`).join(' ')}]`);
  }

  const language = lang.replaceAll('_', '-');
  objects.set(
    file.root,
    withMore(
      textOf(objects, file.root),
      `/Lang (${language}) /MarkInfo <</Marked true>> /StructTreeRoot ${treeAt} 0 R`,
    ),
  );
  /** Created while writing: a report has one per cell. */
  function* packed(): Generator<Packed> {
    yield [treeAt, `<</Type /StructTreeRoot /K ${numbers.get(root)} 0 R /ParentTree ${parentsAt} 0 R>>`];
    yield [parentsAt, `<</Nums [${parents.join('\n')}]>>`];
    yield* pack(root, treeAt);
  }
  function* pack(tag: Tag, parent: number): Generator<Packed> {
    const own = numbers.get(tag) ?? 0;
    const kids = [...(marked.get(tag) ?? []), ...tag.kids.map((kid) => `${numbers.get(kid)} 0 R`)];
    yield [
      own,
      `<</Type /StructElem /S /${tag.type} /P ${parent} 0 R /K [${kids.join(' ')}]${altOf(tag)}${ofTable(tag)}>>`,
    ];
    for (const kid of tag.kids) yield* pack(kid, own);
  }
  return write(objects, packed(), next, `/Root ${file.root} 0 R /Info ${file.info} 0 R`);
}

const altOf = ({ alt }: Tag): string => (alt === undefined ? '' : ` /Alt ${text(alt)}`);

function ofTable({ scope, span }: Tag): string {
  if (scope === undefined && span === undefined) return '';
  return ` /A <</O /Table${scope === undefined ? '' : ` /Scope /${scope}`}${span === undefined ? '' : ` /ColSpan ${span}`}>>`;
}

/** Adds entries to a dictionary. */
const withMore = (dictionary: string, more: string): Buffer =>
  Buffer.from(dictionary.replace('<<', `<<${more} `), 'latin1');

/** Text in a dictionary, in UTF-16 with BOM. */
const text = (words: string): string => `<${Buffer.from(`\ufeff${words}`, 'utf16le').swap16().toString('hex')}>`;

function* batches(packed: Iterable<Packed>): Generator<readonly Packed[]> {
  let some: Packed[] = [];
  for (const each of packed) {
    some.push(each);
    if (some.length < IN_ONE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function stream(dictionary: string, data: Buffer): Promise<Buffer> {
  const small = await deflated(data);
  const head = `<<${dictionary} /Filter /FlateDecode /Length ${small.length}>> stream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), small, Buffer.from('\nendstream', 'latin1')]);
}

/** An object and its number. */
type Packed = readonly [number, string];

/** Writes original objects unchanged, and new ones in object streams; there is one for each table cell. */
async function write(
  objects: Map<number, Buffer>,
  packed: Iterable<Packed>,
  next: () => number,
  trailer: string,
): Promise<Uint8Array> {
  /** Cross-reference entries: kind, offset or stream, index in the stream. */
  const table = new Map<number, readonly [number, number, number]>([[0, [0, 0, 65_535]]]);
  for (const some of batches(packed)) {
    const packet = next();
    let at = 0;
    const heads = some.map(([number, object], place) => {
      table.set(number, [2, packet, place]);
      const head = `${number} ${at}`;
      at += object.length + 1;
      return head;
    });
    const first = `${heads.join(' ')}\n`;
    const data = Buffer.from(`${first}${some.map(([, object]) => object).join('\n')}`, 'latin1');
    objects.set(packet, await stream(`/Type /ObjStm /N ${some.length} /First ${first.length}`, data));
    // Yield: a report of fifty locations has many objects.
    await setImmediate();
  }
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = pieces[0]?.length ?? 0;
  const add = (number: number, object: Buffer): void => {
    table.set(number, [1, at, 0]);
    for (const piece of [Buffer.from(`${number} 0 obj\n`), object, Buffer.from('\nendobj\n')]) {
      pieces.push(piece);
      at += piece.length;
    }
  };
  for (const [number, object] of objects) add(number, object);
  const tableAt = at;
  const own = next();
  table.set(own, [1, tableAt, 0]);
  const rows = Buffer.alloc((own + 1) * 7);
  for (const [number, [kind, where, place]] of table) {
    rows.writeUInt8(kind, number * 7);
    rows.writeUInt32BE(where, number * 7 + 1);
    rows.writeUInt16BE(place, number * 7 + 5);
  }
  add(own, await stream(`/Type /XRef /Size ${own + 1} /W [1 4 2] ${trailer}`, rows));
  pieces.push(Buffer.from(`startxref\n${tableAt}\n%%EOF\n`));
  return Buffer.concat(pieces);
}
