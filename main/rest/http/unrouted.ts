/**
 * Answers to requests without an operation.
 *
 * A wrong address, a wrong method, or a browser's question.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRNO } from '../../lib/errno.ts';
import { allowPreflight } from '../cors.ts';
import type { HttpApp } from './open-http.ts';

/** Where an operation is still missing. */
const INCOMPLETE = /^\/restapi(\/ticket|\/v2(\/(queuemanagement|admin))?)?$/;
/** Of what is no path: only a tunnel names such a thing. */
const ANYWHERE = ['GET', 'HEAD', 'OPTIONS', 'POST'];

/** @param crossOrigin whether it comes from a page that may read answers. */
export function answerUnrouted(
  { addresses, refuse }: Pick<HttpApp, 'addresses' | 'refuse'>,
  request: FastifyRequest,
  reply: FastifyReply,
  crossOrigin: boolean,
): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = path.startsWith('/') ? addresses.methodsOf(path) : ANYWHERE;
  if (methods.length === 0) {
    return refuse(request, reply, { errno: INCOMPLETE.test(path) ? ERRNO.uriNotSpecified : ERRNO.invalidOperation });
  }
  reply.header('allow', methods.join(', '));
  if (request.method !== 'OPTIONS') return refuse(request, reply, { errno: ERRNO.invalidMethod });
  if (crossOrigin) allowPreflight(reply, methods);
  return reply.code(204).send();
}
