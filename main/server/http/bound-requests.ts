import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type RequestDeadline, requestDeadline } from '../../request-deadline.ts';

/** Gives each request one deadline for all that it asks of the store. To be added before what asks anything. */
export function boundRequests(app: FastifyInstance, ms: number): void {
  const deadlines = new WeakMap<FastifyRequest, RequestDeadline>();
  app.addHook('onRequest', (request, _reply, done) => {
    const deadline = requestDeadline(ms);
    deadlines.set(request, deadline);
    deadline.within(done);
  });
  // A body comes in on the connection, which knows nothing of the request that it belongs to.
  app.addHook('preValidation', (request, _reply, done) => {
    const deadline = deadlines.get(request);
    if (deadline === undefined) done();
    else deadline.within(done);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    deadlines.get(request)?.end();
    done();
  });
}
