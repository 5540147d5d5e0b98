/** Health probes: liveness and readiness. */
import type { FastifyInstance } from 'fastify';
import type { Drain } from '../rest/http/drain.ts';
import type { Store } from '../store/contract/store.ts';
import type { ServerDeps } from './deps.ts';

const READY_DEADLINE_MS = 2_000;
/** A server that could not write for this long is not ready, even if the database answers reads. */
const MAX_UNWRITTEN_MS = 5_000;

/** Why this server is not ready, most important reason first; null: ready. */
function unready(reached: boolean, { clock, sinceWritten }: Store['peers']): string | null {
  if (!reached) return 'store unreachable';
  if (sinceWritten() > MAX_UNWRITTEN_MS) return 'store takes no writes';
  return clock === null || clock.isTrusted ? null : 'clock differs from the database';
}

export function addHealthRoutes(
  app: FastifyInstance,
  deps: Pick<ServerDeps, 'store' | 'clock'> & { readonly drain: Drain },
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async (request) => {
    // Set directly, because probes are frequent.
    request.operation = 'healthz';
    return { status: 'ok' };
  });

  app.get('/readyz', { config: { operation: 'readyz' } }, async (_request, reply) => {
    if (deps.drain.isOn()) {
      reply.code(503).header('retry-after', '2');
      return { status: deps.drain.isOutdated() ? 'older than the database' : 'ending' };
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
}
