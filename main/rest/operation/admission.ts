/** Who may come in, decided before the body is read: who may not has nothing to send. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { ERRNO } from '../../lib/errno.ts';
import { isForwarded } from '../../lib/forwarded-headers.ts';
import type { Refusal } from '../../lib/refusal.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { RestDeps } from '../deps.ts';
import type { Operation } from '../operation.ts';
import { hasBody } from '../parameters/body.ts';

/** Notes on the request who calls and whether keys are asked for. Returns why it is refused; null when it is admitted. */
export function admission(
  op: Operation,
  { auth, clock }: Pick<RestDeps, 'auth' | 'clock'>,
): (request: FastifyRequest, site: Site) => Refusal | null {
  return (request, site) => {
    const { headers } = request;
    request.operation = op.name;
    request.keysAsked = auth.isOn(site, isForwarded(headers));
    const admitted = auth.guard.admit(headers.authorization, op, site, clock.now(), request.keysAsked);
    if (!admitted.ok) return admitted.error;
    const refusal = bodyRefusal(op, headers);
    if (refusal === null) request.caller = admitted.value;
    return refusal;
  };
}

/** The back office speaks JSON, which no page can send to another site without asking first. Queue operations take forms. */
function bodyRefusal({ jsonBody }: Operation, headers: IncomingHttpHeaders): Refusal | null {
  if (!jsonBody || !hasBody(headers)) return null;
  if (/^application\/json *(;|$)/i.test(headers['content-type'] ?? '')) return null;
  return { errno: ERRNO.invalidParameters, error: 'The body must be JSON (application/json).', parameter: 'body' };
}
