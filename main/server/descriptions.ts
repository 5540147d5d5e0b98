/** Machine-readable descriptions of the API and the site file, without site data. */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asyncApiDocument } from '../events/asyncapi/document.ts';
import { ERRNO } from '../lib/errno.ts';
import { openApiDocument } from '../rest/openapi/document.ts';
import { PROFILES } from '../rest/openapi/profiles.ts';
import type { Operation } from '../rest/operation.ts';
import type { RawParameters } from '../rest/parameters/query.ts';
import { sendFailure } from '../rest/responses/send.ts';
import { siteJsonSchema } from '../site/rules/site-json-schema.ts';
import type { ServerDeps } from './deps.ts';

const UNKNOWN_PROFILE = {
  errno: ERRNO.invalidParameters,
  parameter: 'profile',
  error: `It must be one of: ${PROFILES.join(', ')}.`,
} as const;

const gzipped = promisify(gzip);

const brotlied = promisify(brotliCompress);

/** Output a tenth larger than with the best quality, in a hundredth of its time. */
const BROTLI_QUALITY = 5;

type Encoding = 'br' | 'gzip' | 'identity';

/** In order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

interface Form {
  readonly bytes: Buffer;
  readonly etag: string;
}

/** Sends the document in the best encoding that the client accepts. */
type SendKept = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * @param type media type with charset
 * @param make called at the first request; a failure is not cached
 */
function keptDocument(type: string, make: () => Promise<string | Buffer> | string | Buffer): SendKept {
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

/** Content negotiation by RFC 9110, section 12.5.3, reduced to named encodings: a weight of 0 rejects one. */
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

export function addDescriptionRoutes(
  app: FastifyInstance,
  operations: readonly Operation[],
  { site }: Pick<ServerDeps, 'site'>,
): void {
  const keep = (type: string, make: () => object) =>
    keptDocument(`${type}; charset=utf-8`, () => JSON.stringify(make()));
  const config = { operation: 'description' };
  const profiles = new Map<unknown, ReturnType<typeof keep>>(
    PROFILES.map((profile) => [profile, keep('application/json', () => openApiDocument(operations, profile))]),
  );
  app.get('/restapi/openapi.json', { config }, (request, reply) => {
    const send = profiles.get((request.query as RawParameters).profile || 'whole');
    if (send !== undefined) return send(request, reply);
    const alwaysOk = site.current().settings.failure_status === 'ok';
    return sendFailure(request, reply, UNKNOWN_PROFILE, 'json', alwaysOk);
  });
  app.get('/asyncapi.json', { config }, keep('application/json', asyncApiDocument));
  app.get('/restapi/site.schema.json', { config }, keep('application/schema+json', siteJsonSchema));
}
