/**
 * Subset of IPP (RFC 8010, RFC 8011) for raw jobs.
 *
 * Encodes a request with few attributes, and decodes a response to attributes by name.
 */
export const IPP = {
  printJob: 0x0002,
  cancelJob: 0x0008,
  jobAttributes: 0x0009,
  getJobs: 0x000a,
  printerAttributes: 0x000b,
} as const;

const TAGS = {
  integer: 0x21,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;

const OPERATION_ATTRIBUTES = 0x01;
const END_OF_ATTRIBUTES = 0x03;
/** Lower tags begin a group. */
const FIRST_VALUE_TAG = 0x10;
const NUMBERS: readonly number[] = [0x21, 0x23];
const BOOLEAN = 0x22;
const VERSION = [1, 1];
const HEAD_BYTES = 8;
/** Lower status codes mean success. */
const FIRST_ERROR = 0x0100;

/** A name with several values has several entries. */
export type IppAttribute = readonly [tag: keyof typeof TAGS, name: string, value: string | number];

export type IppValue = string | number | boolean;
/** Values by name. */
export type IppGroup = ReadonlyMap<string, readonly IppValue[]>;

export interface IppAnswer {
  readonly isOk: boolean;
  readonly status: number;
  /** In order: the operation's attributes first, then one group per printer or job. */
  readonly groups: readonly IppGroup[];
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
};

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const counted = (bytes: Buffer): Buffer => Buffer.concat([word(bytes.length), bytes]);

export function ippRequest(
  operation: number,
  attributes: readonly IppAttribute[],
  document: Uint8Array = new Uint8Array(),
): Buffer {
  const all: readonly IppAttribute[] = [
    ['charset', 'attributes-charset', 'utf-8'],
    ['language', 'attributes-natural-language', 'en'],
    ...attributes,
  ];
  const parts: Buffer[] = [Buffer.from(VERSION), word(operation), long(1), Buffer.from([OPERATION_ATTRIBUTES])];
  let before = '';
  for (const [tag, name, value] of all) {
    // Further values of an attribute have an empty name.
    const shown = Buffer.from(name === before ? '' : name, 'utf8');
    parts.push(Buffer.from([TAGS[tag]]), counted(shown));
    parts.push(counted(typeof value === 'number' ? long(value) : Buffer.from(value, 'utf8')));
    before = name;
  }
  return Buffer.concat([...parts, Buffer.from([END_OF_ATTRIBUTES]), document]);
}

function readValue(tag: number, bytes: Buffer): IppValue {
  if (NUMBERS.includes(tag) && bytes.length === 4) return bytes.readInt32BE();
  if (tag === BOOLEAN && bytes.length === 1) return bytes[0] !== 0;
  return bytes.toString('utf8');
}

/** Null: no valid IPP response. */
export function readIppAnswer(bytes: Buffer): IppAnswer | null {
  if (bytes.length < HEAD_BYTES + 1) return null;
  const status = bytes.readUInt16BE(2);
  const groups: Map<string, IppValue[]>[] = [];
  let at = HEAD_BYTES;
  let name = '';
  const take = (): Buffer | null => {
    if (at + 2 > bytes.length) return null;
    const from = at + 2;
    const to = from + bytes.readUInt16BE(at);
    if (to > bytes.length) return null;
    at = to;
    return bytes.subarray(from, to);
  };
  while (at < bytes.length) {
    const tag = bytes[at++] ?? END_OF_ATTRIBUTES;
    if (tag === END_OF_ATTRIBUTES) return { isOk: status < FIRST_ERROR, status, groups };
    if (tag < FIRST_VALUE_TAG) {
      groups.push(new Map());
      continue;
    }
    const named = take();
    const value = take();
    const group = groups.at(-1);
    if (named === null || value === null || group === undefined) return null;
    if (named.length > 0) name = named.toString('utf8');
    const values = group.get(name);
    if (values === undefined) group.set(name, [readValue(tag, value)]);
    else values.push(readValue(tag, value));
  }
  return null;
}

export const numberIn = (group: IppGroup | undefined, name: string): number | null => {
  const [value] = group?.get(name) ?? [];
  return typeof value === 'number' ? value : null;
};

export const textsIn = (group: IppGroup | undefined, name: string): readonly string[] =>
  (group?.get(name) ?? []).filter((value): value is string => typeof value === 'string');
