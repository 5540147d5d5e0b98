/** For the machines that watch over this one. */
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { isForwarded } from '../../core/forwarded-headers.ts';
import type { Store } from '../../store/store.ts';
import { sendFailure } from '../answers/send.ts';
import type { Auth } from '../auth/auth.ts';
import type { AccessRule } from '../auth/caller.ts';
import { siteFor } from '../auth/cut-site.ts';
import type { ServerDeps } from '../deps.ts';
import type { DevicePresence } from '../events/device-presence.ts';
import { addDeviceFigures } from '../events/figures.ts';
import { isTrusted } from '../guard/forwarded.ts';
import type { Drain } from '../http/drain.ts';
import { addLimitFigures } from '../limits/figures.ts';
import type { Metrics } from '../metrics.ts';
import { addStoreFigures } from '../store-figures.ts';
import { addWebhookFigures } from '../webhooks/figures.ts';

const FIGURES: AccessRule = { roles: ['reports_view'] };
const READY_DEADLINE_MS = 2_000;
/** A server that could not write for so long does not take requests: the database may answer questions all the same. */
const MAX_UNWRITTEN_MS = 5_000;

/** Why this server must not get requests, in the order of its importance; null: it can take them. */
function unready(reached: boolean, { clock, sinceWritten }: Store['peers']): string | null {
  if (!reached) return 'store unreachable';
  if (sinceWritten() > MAX_UNWRITTEN_MS) return 'store takes no writes';
  return clock === null || clock.isTrusted ? null : 'clock differs from the database';
}

export function addHealthRoutes(
  app: FastifyInstance,
  deps: ServerDeps & { readonly auth: Auth; readonly presence: DevicePresence; readonly drain: Drain },
  metrics: Metrics,
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async (request) => {
    // Asked for all the time: its name need not be looked for.
    request.operation = 'healthz';
    return { status: 'ok' };
  });

  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    if (deps.drain.isOn()) {
      reply.code(503).header('retry-after', '2');
      return { status: 'ending' };
    }
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
    const reason = unready(reached, deps.store.peers);
    if (reason !== null) reply.code(503).header('retry-after', '2');
    return { status: reason ?? 'ok' };
  });

  /** Figures of the queues are for trusted machines, and for whoever may read reports. */
  const onRequest: onRequestHookHandler = (request, reply, done) => {
    const { auth, site, clock } = deps;
    const { authorization } = request.headers;
    const current = site.current();
    if (authorization === undefined && isTrusted(request.raw, current.settings)) {
      request.caller = { kind: 'anyone' };
      return done();
    }
    const keysAsked = auth.isOn(current, isForwarded(request.headers));
    const admitted = auth.guard.admit(authorization, FIGURES, current, clock.now(), keysAsked);
    if (admitted.ok) {
      request.caller = admitted.value;
      return done();
    }
    sendFailure(request, reply, admitted.error, 'json', current.settings.failure_status === 'ok');
  };

  app.get('/metrics', { config: { operation: 'metrics' }, onRequest }, async (request, reply) => {
    const whole = deps.site.current();
    const seen = deps.auth.isOn(whole, isForwarded(request.headers))
      ? siteFor(request.caller ?? { kind: 'anyone' }, whole)
      : whole;
    const { presence, webhooks } = deps;
    const isSeen = (id: string): boolean => seen.file.webhooks.some((webhook) => webhook.id === id);
    const open = await deps.store.query('openLimitAlarms', {});
    const text = await metrics.text({
      queues: await deps.store.query('serviceQueues', { services: seen.services.map(({ id }) => id) }),
      withProcess: seen === whole,
      async addTo(registry) {
        if (seen === whole) addStoreFigures(registry, deps.store.peers);
        addDeviceFigures(registry, presence, seen.devices);
        addLimitFigures(
          registry,
          open.filter(({ locationId }) => seen.location(locationId) !== undefined),
        );
        if (webhooks !== undefined) await addWebhookFigures(registry, webhooks, isSeen);
      },
    });
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(text);
  });
}
