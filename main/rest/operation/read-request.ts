/**
 * Parameters, format and idempotency key of a request.
 */

import type { FastifyRequest } from 'fastify';
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ERRNO } from '../../lib/errno.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { Operation } from '../operation.ts';
import type { RawParameters } from '../parameters/query.ts';
import { parameterReader, secretNames } from '../parameters/read-parameters.ts';
import { type Format, formatOf } from '../responses/send.ts';
import { keyOf } from './idempotency-key.ts';

export interface ParsedRequest {
  /** Parameters in the shape of the operation's schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Raw query parameters. */
  readonly query: RawParameters;
  readonly body: RawParameters;
  /** Idempotency key; empty: none. */
  readonly key: string;
}

type Request = Pick<FastifyRequest, 'query' | 'body' | 'params' | 'method' | 'headers'>;

/** Format of its responses and refusals. An unknown format was refused in JSON before. */
export function answerFormat({ jsonOnly }: Operation, { query }: Pick<Request, 'query'>): Format {
  const format = formatOf(query as RawParameters) ?? 'json';
  return jsonOnly && format === 'xml' ? 'json' : format;
}

export function requestReader(op: Operation): (request: Request) => Result<ParsedRequest, Refusal> {
  const read = parameterReader(op.parameters);
  const secrets = secretNames(op.parameters);
  return (request) => {
    const query = request.query as RawParameters;
    if (op.jsonOnly && formatOf(query) === 'xml') return refuseAs('json_only');
    const leaked = secrets.find((name) => Object.hasOwn(query, name));
    if (leaked !== undefined) return refuseAs('secret_in_address', { parameter: leaked });
    const body = (request.body ?? {}) as RawParameters;
    const sources = op.document !== undefined || isBodiless(request.method) ? [query] : [query, body];
    const parameters = read([...sources, request.params as RawParameters]);
    if (!parameters.ok) return fail({ errno: ERRNO.invalidParameters, ...parameters.error });
    const key = keyOf(op, request);
    return key.ok ? ok({ parameters: parameters.value, query, body, key: key.value }) : key;
  };
}

/** GET and HEAD only read the URL. */
function isBodiless(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}
