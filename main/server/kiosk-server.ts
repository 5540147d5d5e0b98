/** A server for nothing but the page of a kiosk, whose queue is at another server. The same guard stands before it. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../context.ts';
import { sendFailure } from './answers/send.ts';
import { guardedRouting } from './guard/guarded-routing.ts';
import { createRequestGuard, type GuardSettings } from './guard/request-guard.ts';

const NO_SETTINGS: GuardSettings = { allowed_hosts: [], cors_origins: [], public_url: '' };

export interface KioskServerOptions {
  /** Address or name at which it will listen. */
  readonly listensAt: string;
  readonly log: Log;
}

export function createKioskServer({ listensAt, log }: KioskServerOptions): FastifyInstance {
  const pages = new Set<string>();
  const guard = createRequestGuard({
    listensAt,
    isTls: false,
    settings: () => NO_SETTINGS,
    isPage: (path) => pages.has(path),
    log,
  });
  const routing = guardedRouting(guard);
  const server: FastifyInstance = Fastify({
    logger: false,
    http: { requireHostHeader: false },
    rewriteUrl: routing.rewriteUrl,
  });
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.isPage === true) pages.add(url);
  });
  server.addHook('onRequest', (request, reply, done) => {
    const refusal = routing.refusal(request.raw);
    if (refusal === null) done();
    else sendFailure(request, reply, refusal, 'json', false);
  });
  return server;
}
