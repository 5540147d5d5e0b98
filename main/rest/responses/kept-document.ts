/**
 * Cached documents, compressed, with ETag.
 *
 * Made once, kept as bytes, also compressed, and answered 304 where known.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);
/** A tenth larger than the best, at a hundredth of its time. */
const BROTLI_QUALITY = 5;

type Encoding = 'br' | 'gzip' | 'identity';

/** Best first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Answers a request with the document, in the best encoding that it accepts. */
export type SendKept = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * @param type with its charset.
 * @param make called when somebody first asks; a failure is not kept.
 */
export function keptDocument(type: string, make: () => Promise<string | Buffer> | string | Buffer): SendKept {
  let forms: Promise<ReadonlyMap<Encoding, Form>> | null = null;

  async function prepare(): Promise<ReadonlyMap<Encoding, Form>> {
    const bytes = Buffer.from(await make());
    const name = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const form = (encoding: Encoding, encoded: Buffer): [Encoding, Form] => [
      encoding,
      { bytes: encoded, etag: `"${name}-${encoding}"` },
    ];
    return new Map([
      form('identity', bytes),
      form('gzip', await gzipped(bytes)),
      form('br', await brotlied(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })),
    ]);
  }

  return async (request, reply) => {
    forms ??= prepare();
    const known = await forms.catch((error: unknown) => {
      forms = null;
      throw error;
    });
    const { headers } = request;
    const encoding = acceptedEncoding(headers['accept-encoding']);
    const form = known.get(encoding);
    if (form === undefined) throw new Error(`There is no form of the document in ${encoding}.`);
    reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: form.etag });
    if (isKnown(headers['if-none-match'], form.etag)) return reply.code(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type).send(form.bytes);
  };
}

/** RFC 9110, section 12.5.3, as far as it names an encoding: a weight of 0 refuses it. */
function acceptedEncoding(header: string | string[] | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '').split(',', 20)) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((each) => each.startsWith('q='));
    if (name !== '') weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return ENCODINGS.find((each) => (weights.get(each) ?? 0) > 0) ?? 'identity';
}

function isKnown(header: string | undefined, etag: string): boolean {
  const given = (header ?? '').split(',', 50).map((each) => each.trim().replace(/^W\//, ''));
  return given.includes(etag) || given.includes('*');
}
