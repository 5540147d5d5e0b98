/** Probes: whether the process lives, and whether it can take requests. */
import type { FastifyInstance } from 'fastify';
import type { Drain } from '../rest/http/drain.ts';
import type { Store } from '../store/contract/store.ts';
import type { ServerDeps } from './deps.ts';

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
  deps: Pick<ServerDeps, 'store' | 'clock'> & { readonly drain: Drain },
): void {
  app.get('/healthz', { config: { operation: 'healthz' } }, async (request) => {
    // Asked for all the time: its name need not be looked for.
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
