/** Tracing of requests and their database work. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestTrace, Tracing } from '../lib/context.ts';
import type { Store } from '../store/contract/store.ts';
import { operationName } from './http/request-fields.ts';

/** Ids of a request in the log. */
export type WhereOf = (request: FastifyRequest) => { readonly request: string; readonly trace?: string };

/** Add it before all other hooks, so that their work belongs to the request's trace. */
export function followRequests(app: FastifyInstance, tracing: Tracing | undefined): WhereOf {
  if (tracing === undefined) return ({ id }) => ({ request: id });
  const traces = new WeakMap<FastifyRequest, RequestTrace>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const trace = tracing.request(request.id, typeof traceparent === 'string' ? traceparent : undefined);
    traces.set(request, trace);
    trace.within(done);
  });
  // Body events run outside the request's async context: enter it again.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = traces.get(request);
    if (trace === undefined) done();
    else trace.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    traces.get(request)?.end(operationName(request), reply.statusCode);
    done();
  });
  return (request) => {
    const trace = traces.get(request);
    return { request: request.id, ...(trace === undefined ? {} : { trace: trace.id }) };
  };
}

/** Store wrapper that traces each call as part of its request. */
export function followedStore(store: Store, tracing: Tracing): Store {
  return {
    ...store,
    run: (operation, input, options) => tracing.part(`store ${operation}`, () => store.run(operation, input, options)),
    query: (query, input, asking) => tracing.part(`store ${query}`, () => store.query(query, input, asking)),
    report: (report, input, asking) =>
      tracing.part(`store report ${report}`, () => store.report(report, input, asking)),
    readSite: () => tracing.part('store readSite', () => store.readSite()),
    writeSite: (change) => tracing.part('store writeSite', () => store.writeSite(change)),
    editAppointment: (edit) => tracing.part('store editAppointment', () => store.editAppointment(edit)),
  };
}
