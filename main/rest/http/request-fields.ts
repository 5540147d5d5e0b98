/** Additional fields of a Fastify request. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/service/caller.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { whenAnswered } from '../heavy-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null outside of operations. */
    caller: Caller | null;
    /** Whether the request requires a key. */
    keysAsked: boolean;
    /** Name of the operation. Also in the route's config, which fastify rebuilds at each access. */
    operation: string;
    /** Refusal of the request; null if there is none (yet). */
    refusal: Refusal | null;
    /** The response object; null before the first hook. */
    response: ServerResponse | null;
    /** Calls the listener once: when the response is sent, or the client disconnects. */
    whenAnswered: (listener: () => void) => void;
  }
  interface FastifyContextConfig {
    /** Name of the operation, for metrics. */
    operation?: string;
    /** Whether the method UPDATE is accepted as PUT. */
    takesUpdate?: boolean;
    /** Whether the operation has a CSV table. */
    hasTable?: boolean;
    /** Whether the operation has JSON Lines. */
    hasLines?: boolean;
    /** Maximum number of values in its JSON; default: as many as a form has fields. */
    mostValues?: number;
    /** A page: cross-site links may open it, because it shows nothing before its own requests. */
    isPage?: boolean;
  }
}

export function addRequestFields(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('operation', '');
  app.decorateRequest('keysAsked', false);
  app.decorateRequest('refusal', null);
  app.decorateRequest('response', null);
  // One shared function: one per request would be kept until V8 collects the old space.
  app.decorateRequest('whenAnswered', function (this: FastifyRequest, listener: () => void) {
    if (this.response === null) listener();
    else whenAnswered(this.response, listener);
  });
  app.addHook('onRequest', (request, reply, done) => {
    request.response = reply.raw;
    done();
  });
}

export function operationName(request: FastifyRequest): string {
  return request.operation || (request.routeOptions.config.operation ?? 'other');
}
