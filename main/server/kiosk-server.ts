/** A server for nothing but the page of a kiosk, whose queue is at another server. The same guard stands before it. */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../context.ts';
import type { SettingOverride } from '../contract/site.ts';
import { settingOverrides } from '../core/site-model.ts';
import { sendFailure } from './answers/send.ts';
import { keepAnswersInOrder } from './answers-in-order.ts';
import type { CertificateText } from './certificate.ts';
import { answerHeaders } from './guard/answer-headers.ts';
import type { GuardSettings } from './guard/guard-settings.ts';
import { guardedRouting } from './guard/guarded-routing.ts';
import { createRequestGuard } from './guard/request-guard.ts';
import { transportOf } from './guard/transport.ts';

const NO_SETTINGS: GuardSettings = { allowed_hosts: [], cors_origins: [], public_url: '' };

export interface KioskServerOptions {
  /** Address or name at which it will listen. */
  readonly listensAt: string;
  /** Names of this server, which has no site of its own. */
  readonly overrides?: readonly SettingOverride[];
  readonly log: Log;
  readonly tls?: CertificateText;
}

export function createKioskServer({ listensAt, overrides = [], log, tls }: KioskServerOptions): FastifyInstance {
  const pages = new Set<string>();
  const settings: GuardSettings = { ...NO_SETTINGS, ...settingOverrides(overrides) };
  const guard = createRequestGuard({
    listensAt,
    isTls: tls !== undefined,
    settings: () => settings,
    isPage: (path) => pages.has(path),
    log,
  });
  const routing = guardedRouting(guard);
  const everyAnswer = answerHeaders(tls !== undefined);
  const server: FastifyInstance = Fastify({
    logger: false,
    ...transportOf(tls, { requireHostHeader: false }),
    rewriteUrl: routing.rewriteUrl,
  });
  server.addHook('onRoute', ({ url, config }) => {
    if (config?.isPage === true) pages.add(url);
  });
  const answers = keepAnswersInOrder(server.server);
  server.addHook('onRequest', (request, _reply, done) => answers.whenItsTurn(request.raw, done));
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyAnswer);
    const refusal = routing.refusal(request.raw);
    if (refusal === null) done();
    else sendFailure(request, reply, refusal, 'json', false);
  });
  return server;
}
