/** For the machines that watch over this one. */
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { isForwarded } from '../../core/forwarded-headers.ts';
import { sendFailure } from '../answers/send.ts';
import type { Auth } from '../auth/auth.ts';

import type { ServerDeps } from '../deps.ts';
import { isTrusted } from '../guard/forwarded.ts';
import type { Metrics } from '../metrics.ts';
import { webhookFigures } from '../webhooks/figures.ts';

const READY_DEADLINE_MS = 2_000;

export function addHealthRoutes(
  app: FastifyInstance,
  deps: ServerDeps & { readonly auth: Auth },
  metrics: Metrics,
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async () => ({ status: 'ok' }));

  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    let cancel = (): void => {};
    const late = new Promise<boolean>((resolve) => {
      cancel = deps.clock.after(READY_DEADLINE_MS, () => resolve(false));
    });
    const reached = await Promise.race([
      late,
      deps.store.ping().then(
        () => true,
        () => false,
      ),
    ]);
    cancel();
    if (!reached) reply.code(503).header('retry-after', '2');
    return { status: reached ? 'ok' : 'store unreachable' };
  });

  /** Figures of the queues are for trusted machines, and for whoever may read reports. */
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const { auth, site, clock } = deps;
    const { authorization } = request.headers;
    const current = site.current();
    if (authorization === undefined && isTrusted(request.raw, current.settings)) return done();
    const keysAsked = auth.isOn(current, isForwarded(request.headers));
    const admitted = auth.guard.admit(authorization, { roles: ['reports_view'] }, current, clock.now(), keysAsked);
    if (admitted.ok) return done();
    sendFailure(request, reply, admitted.error, 'json', current.settings.failure_status === 'ok');
  };

  app.get('/metrics', { config: { operation: 'metrics' }, onRequest }, async (_request, reply) => {
    const services = deps.site.current().services.map(({ id }) => id);
    const queues = await deps.store.query('serviceQueues', { services });
    const figures = [metrics.text(queues), deps.webhooks === undefined ? '' : await webhookFigures(deps.webhooks)];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(figures.join(''));
  });
}
