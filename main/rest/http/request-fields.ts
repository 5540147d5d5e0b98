/** Additional fields of a Fastify request. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../access/service/caller.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { whenAnswered } from '../heavy-work.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; null where no operation stands. */
    caller: Caller | null;
    /** Whether it needs a key. */
    keysAsked: boolean;
    /** Name of the operation, also found in the route's config, which fastify puts together anew for each look. */
    operation: string;
    /** Why it was not done; null while it is, and when it was. */
    refusal: Refusal | null;
    /** Where its answer is written; null before the first hook. */
    response: ServerResponse | null;
    /** Calls back once, when its answer is sent or nobody waits for it any more. */
    whenAnswered: (listener: () => void) => void;
  }
  interface FastifyContextConfig {
    /** Name of the operation, for figures. */
    operation?: string;
    /** The method UPDATE does here what PUT does. */
    takesUpdate?: boolean;
    /** There is a table that can be had as CSV. */
    hasTable?: boolean;
    /** It can be had as JSON Lines. */
    hasLines?: boolean;
    /** Values that may stand in its JSON; as many as a form has fields when nothing is said. */
    mostValues?: number;
    /** A page: links from everywhere may lead to it. It shows nothing before it has asked for it. */
    isPage?: boolean;
  }
}

export function addRequestFields(app: FastifyInstance): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('operation', '');
  app.decorateRequest('keysAsked', false);
  app.decorateRequest('refusal', null);
  app.decorateRequest('response', null);
  // A function of each request would keep all of it alive until V8 collects the old space.
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
