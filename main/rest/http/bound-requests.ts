/** Deadline of each request for all its store calls. */
import type { FastifyInstance } from 'fastify';
import { type RequestDeadline, requestDeadline } from '../../lib/request-deadline.ts';
import { hasBody } from '../parameters/body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before its first hook, and for servers without deadlines. */
    deadline: RequestDeadline | null;
  }
}

/**
 * Add it before hooks that use the store.
 * @param ms null for a store that never waits longer than a request may take
 */
export function boundRequests(app: FastifyInstance, ms: number | null): void {
  app.decorateRequest('deadline', null);
  if (ms === null) return;
  app.addHook('onRequest', (request, _reply, done) => {
    request.deadline = requestDeadline(ms);
    if (hasBody(request.headers)) done();
    else request.deadline.within(done);
  });
  // Body events run outside the request's async context: enter it again.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.deadline !== null && hasBody(request.headers)) request.deadline.within(done);
    else done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    request.deadline?.end();
    done();
  });
}
