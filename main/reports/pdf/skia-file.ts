/**
 * Parser of the drawing library's PDF files.
 *
 * Objects one after the other, found by the table at its end. It is read for nothing but that library's own files, and
 * says so where one is not as they were.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

export interface SkiaFile {
  /** By number, without `obj` and `endobj`; dictionaries as text, streams whole. */
  readonly objects: Map<number, Buffer>;
  /** Numbers of the pages, in their order. */
  readonly pages: readonly number[];
  readonly root: number;
  readonly info: number;
}

export function readSkiaFile(pdf: Uint8Array): SkiaFile {
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
        throw new Error(`Object ${number} of the PDF is not where its table says.`);
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
export const textOf = (objects: SkiaFile['objects'], number: number): string =>
  (objects.get(number) ?? Buffer.alloc(0)).toString('latin1');

/** What draws a page, as text, and the number of its object. */
export async function contentOf({ objects }: SkiaFile, page: number): Promise<{ number: number; content: string }> {
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
