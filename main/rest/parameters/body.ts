/**
 * Parsers of request bodies: form, multipart and JSON.
 *
 * Each gives raw parameters. Ambiguous input is a `BodyFault`; values are never truncated or repaired.
 */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inSlices } from '../../lib/jobs/work-slices.ts';
import { atOnce, type SlicedWork } from '../../lib/steps.ts';
import type { WorkTurns } from '../heavy-task-queue.ts';
import { type HeavyWork, TooMuchAtOnce } from '../heavy-work.ts';
import { COMMA, OPEN_LIST, OPEN_OBJECT, scanMarks } from './json-marks.ts';
import { parseInParts } from './json-parts.ts';
import { gatherFields, MAX_FIELDS, parseFields, type RawParameters } from './query.ts';

/** Thrown to fastify's error handler; answered as errno 5. */
export class BodyFault extends Error {}

const MAX_NESTING = 20;

export const UNKNOWN_TYPE = 'The body must be a form, multipart fields or JSON.';

const PART = 'content-disposition:';

const CHARSET = /charset\s*=\s*"?([^\s;"]+)/i;

const TEXTS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** Throws if the body is not valid UTF-8 text. */
function checkText(body: Buffer, contentType: string): void {
  const [, charset = 'utf-8'] = contentType.includes(';') ? (CHARSET.exec(contentType) ?? []) : [];
  if (!TEXTS.has(charset.toLowerCase())) throw new BodyFault('The body must be in UTF-8.');
  if (!isUtf8(body)) throw new BodyFault('The body is not valid UTF-8.');
}

function decode(body: Buffer, contentType: string): string {
  checkText(body, contentType);
  return body.toString('utf8');
}

/** Size of a JSON text, measured before parsing. */
interface JsonExtent {
  /** Nesting depth. */
  readonly depth: number;
  /** Number of values and objects; an upper bound. */
  readonly values: number;
  /** Number of fields in the largest object: thousands of names in one object cost far more than their bytes. */
  readonly fields: number;
}

/** Start value for lists: so low that no count of values looks like an object's. */
const LIST = Number.MIN_SAFE_INTEGER;

/** Bytes per step: some tenths of a millisecond. */
const STEP_BYTES = 64 * 1024;

/**
 * Measures a text without validating it.
 * @param mostDeep stops at greater depth
 */
export function* jsonExtent(text: Uint8Array, mostDeep: number): SlicedWork<JsonExtent> {
  const marks = scanMarks(text, 0);
  /** Field counts of open objects; negative for lists. */
  const open: number[] = [];
  let depth = 0;
  let values = 1;
  let fields = 0;

  function take(byte: number | undefined): void {
    if (byte === COMMA) {
      values += 1;
      const own = (open.at(-1) ?? LIST) + 1;
      if (open.length > 0) open[open.length - 1] = own;
      if (own > fields) fields = own;
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      values += 1;
      open.push(byte === OPEN_OBJECT ? 1 : LIST);
      if (open.length > depth) depth = open.length;
    } else open.pop();
  }

  for (;;) {
    const until = Math.min(text.length, marks.place() + STEP_BYTES);
    for (let at = marks.next(until); at >= 0; at = marks.next(until)) {
      take(text[at]);
      if (depth > mostDeep) return { depth, values, fields };
    }
    if (marks.place() >= text.length) return { depth, values, fields };
    yield;
  }
}

/** Reads a body of ordinary size in one step. */
function readShortJson(request: FastifyRequest, body: Buffer): RawParameters {
  const text = decode(sentAsItIs(request, body), contentTypeOf(request));
  if (text.trim() === '') return {};
  checkExtent(atOnce(jsonExtent(body, MAX_NESTING)), request);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BodyFault(NOT_JSON);
  }
  return asParameters(value);
}

function* readLongJson(request: FastifyRequest, body: Buffer): SlicedWork<RawParameters> {
  checkText(sentAsItIs(request, body), contentTypeOf(request));
  checkExtent(yield* jsonExtent(body, MAX_NESTING), request);
  let value: unknown;
  try {
    value = yield* parseInParts(body);
  } catch {
    throw new BodyFault(NOT_JSON);
  }
  return asParameters(value);
}

const NOT_JSON = 'The body is not valid JSON.';

function contentTypeOf({ headers }: FastifyRequest): string {
  return headers['content-type'] ?? '';
}

/** Throws if the size exceeds the operation's limits, which are only looked up for large bodies. */
function checkExtent({ depth, values, fields }: JsonExtent, { routeOptions }: FastifyRequest): void {
  if (depth > MAX_NESTING) throw new BodyFault('The body is nested too deeply.');
  if (fields > MAX_FIELDS) throw new BodyFault(`An object has more than ${MAX_FIELDS} fields.`);
  if (values <= MAX_FIELDS) return;
  const { mostValues = MAX_FIELDS } = routeOptions.config;
  if (values > mostValues) throw new BodyFault(`The body has more than ${mostValues} values.`);
}

function asParameters(value: unknown): RawParameters {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BodyFault('The body must be a JSON object.');
  }
  return value as RawParameters;
}

export function readForm(body: Buffer, contentType: string): RawParameters {
  const fields = parseFields(decode(body, contentType));
  if (!fields.ok) throw new BodyFault(fields.error);
  return fields.value;
}

/** Fields only: no operation accepts files. */
export async function readMultipart(body: Buffer, contentType: string): Promise<RawParameters> {
  if (body.length === 0) return {};
  decode(body, '');
  if (countParts(body) > MAX_FIELDS) throw new BodyFault(`The body has more than ${MAX_FIELDS} fields.`);
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new BodyFault('The multipart body cannot be read.');
  }
  const pairs = [...form].map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw new BodyFault('File uploads are not supported.');
    return [name, value];
  });
  const fields = gatherFields(pairs);
  if (!fields.ok) throw new BodyFault(fields.error);
  return fields.value;
}

/** Upper bound of the number of parts, by their headers: cheaper than parsing. */
function countParts(body: Buffer): number {
  const text = body.toString('latin1').toLowerCase();
  let parts = 0;
  for (let at = text.indexOf(PART); at >= 0 && parts <= MAX_FIELDS; at = text.indexOf(PART, at + PART.length))
    parts += 1;
  return parts;
}

/** The body if it is not compressed: no client needs compression, and it would allow decompression bombs. */
function sentAsItIs(request: FastifyRequest, body: Buffer): Buffer {
  const coding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (body.length > 0 && coding !== '' && coding !== 'identity') {
    throw new BodyFault('The body must be sent without Content-Encoding.');
  }
  return body;
}

/** Whether the headers announce a body. */
export function hasBody(headers: FastifyRequest['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Larger bodies go through the heavy-task queue. */
const MUCH_BYTES = 16 * 1024;

/** Adds parsers for the three body types, and rejects all others. */
export function addBodyParsers(app: FastifyInstance, turns: WorkTurns, heavy: HeavyWork): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // No generator is declared here: V8 would keep the request until it collects the old space.
    if (body.length <= MUCH_BYTES) settle(done, () => readShortJson(request, body));
    else
      void heavy.enter(request, body.length).then(async (isIn) => {
        if (!isIn) return done(new TooMuchAtOnce());
        await turns();
        await inSlices(readLongJson(request, body)).then((value) => done(null, value), done);
      });
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (request, body: Buffer, done) => {
      settle(done, () => readForm(sentAsItIs(request, body), request.headers['content-type'] ?? ''));
    },
  );
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      readMultipart(sentAsItIs(request, body), request.headers['content-type'] ?? ''),
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    settle(done, () => {
      if (body.length === 0) return {};
      throw new BodyFault(UNKNOWN_TYPE);
    });
  });
}

function settle(done: (error: Error | null, body?: unknown) => void, read: () => RawParameters): void {
  let value: RawParameters;
  try {
    value = read();
  } catch (error) {
    done(error as Error);
    return;
  }
  done(null, value);
}
