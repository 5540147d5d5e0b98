/**
 * HTTP server of a kiosk page with a remote queue server.
 *
 * It uses the same request check.
 */
import Fastify, { type FastifyInstance } from 'fastify';
import type { Log } from '../lib/context.ts';
import type { CertificateText } from '../rest/certificate.ts';
import { answerHeaders } from '../rest/origin-check/answer-headers.ts';
import { createRequestGuard } from '../rest/origin-check/check-request.ts';
import type { GuardSettings } from '../rest/origin-check/guard-settings.ts';
import { guardedRouting } from '../rest/origin-check/guarded-routing.ts';
import { transportOf } from '../rest/origin-check/transport.ts';
import { keepAnswersInOrder } from '../rest/response-order.ts';
import { sendFailure } from '../rest/responses/send.ts';
import type { SettingOverride } from '../site/contract/site.ts';
import { settingOverrides } from '../site/rules/site-model.ts';

const NO_SETTINGS: GuardSettings = { allowed_hosts: [], cors_origins: [], public_url: '' };

export interface KioskServerOptions {
  /** Listening address or name. */
  readonly listensAt: string;
  /** Host names of this server, which has no site. */
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
