/** Writer of responses and failures in the requested format. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode, errorEntry } from '../../lib/error-catalogue.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';
import type { Failure } from '../contract/shapes.ts';
import type { RawParameters } from '../parameters/query.ts';
import { isLong, longJson } from './long-json.ts';
import { toXml } from './xml.ts';

const JSON_TYPE = 'application/json; charset=utf-8';
const XML_TYPE = 'application/xml; charset=utf-8';

/** CSV and JSON Lines exist for some operations and successful responses only: failures use JSON. */
export type Format = 'json' | 'xml' | 'csv' | 'jsonl';

/** The requested format; null if unknown. */
export function formatOf(query: RawParameters): Format | null {
  const given = Object.hasOwn(query, 'format') ? query.format : '';
  const format = typeof given === 'string' ? given.toLowerCase() : given;
  if (format === '' || format === 'json') return 'json';
  return format === 'xml' || format === 'csv' || format === 'jsonl' ? format : null;
}

/**
 * Sends a successful response, with exactly the keys of the route's schema in either format.
 * @param schema of the response, as in the route
 */
export function sendAnswer(reply: FastifyReply, answer: object, format: Format, schema: object): FastifyReply {
  if (format === 'json') {
    return reply.type(JSON_TYPE).send(isLong(schema, answer) ? longJson(schema, answer) : answer);
  }
  const written = reply.serializeInput({ ...answer }, '200');
  return reply.type(XML_TYPE).send(toXml(JSON.parse(String(written))));
}

/** @param alwaysOk responds with HTTP 200 for clients that read only the body */
export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  format: Format,
  alwaysOk: boolean,
): FastifyReply {
  request.refusal = refusal;
  const code = errorCode(refusal);
  const { sentence, status } = errorEntry(code);
  const failure: Failure = {
    success: false,
    errno: refusal.errno,
    code,
    error: refusal.error ?? sentence,
    ...(refusal.parameter === undefined ? {} : { parameter: refusal.parameter }),
    ...(refusal.faults === undefined ? {} : { faults: [...refusal.faults] }),
    ...(refusal.errno === ERRNO.unknown ? { request_id: request.id } : {}),
  };
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  reply.code(alwaysOk ? 200 : status);
  if (format === 'xml') return reply.type(XML_TYPE).send(toXml(failure));
  return reply.type(JSON_TYPE).send(JSON.stringify(failure));
}
