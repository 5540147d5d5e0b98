/** Idempotency of POST requests by the header `Idempotency-Key`. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Caller, callerName } from '../../access/service/caller.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Idempotency } from '../../queue/contract/request.ts';
import type { Operation } from '../operation.ts';

/** Maximum length in characters. */
const MAX_KEY = 200;

/** Queue changes outside the queue's path prefix. */
const OTHERS: ReadonlySet<string> = new Set([
  '/restapi/v2/tickets/withdraw',
  '/restapi/v2/tickets/leave',
  '/restapi/v2/kiosks/:device_id/staff-call',
]);

/** Whether an operation accepts an idempotency key: every POST that changes the queue. */
export function takesKey({ method, path }: Pick<Operation, 'method' | 'path'>): boolean {
  if (method !== 'POST') return false;
  return OTHERS.has(path) || (path.startsWith('/restapi/v2/queuemanagement/') && !path.endsWith('/login'));
}

/** Empty if there is none, or none is accepted. */
export function keyOf(op: Operation, { headers }: Pick<FastifyRequest, 'headers'>): Result<string, Refusal> {
  const given = takesKey(op) ? headers['idempotency-key'] : '';
  const key = typeof given === 'string' ? given : '';
  if (key.length <= MAX_KEY) return ok(key);
  const error = `An idempotency key must have at most ${MAX_KEY} characters.`;
  return fail({ errno: ERRNO.invalidParameters, error, parameter: 'Idempotency-Key' });
}

/** Keys belong to their caller: equal keys of different callers are independent. */
export function fingerprint({ name }: Operation, key: string, caller: Caller, parameters: unknown): Idempotency {
  const owner = callerName(caller);
  const hash = createHash('sha256').update(`${name}\n${owner}\n${JSON.stringify(parameters)}`);
  return { key: `${owner}\n${key}`, fingerprint: hash.digest('base64url') };
}
