import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../lib/refusal.ts';
import type { RequestGuard } from './check-request.ts';

/** Puts a guard before fastify's routing, which would read the query first. */
export interface GuardedRouting {
  /** For the server's options: whoever is refused goes to `/`, with nothing read but the format of the refusal. */
  rewriteUrl(request: IncomingMessage): string;
  /** To be asked first of all, in the first hook `onRequest`; null for who may go on. */
  refusal(request: IncomingMessage): Refusal | null;
}

/** @param address what the address of a request reads for routing. */
export function guardedRouting(guard: RequestGuard, address = (url: string): string => url): GuardedRouting {
  const refused = new WeakMap<IncomingMessage, Refusal>();
  return {
    rewriteUrl(request) {
      const refusal = guard.refusal(request);
      if (refusal === null) return address(request.url ?? '/');
      refused.set(request, refusal);
      return /[?&]format=xml(&|$)/i.test(request.url ?? '') ? '/?format=xml' : '/';
    },
    refusal: (request) => refused.get(request) ?? null,
  };
}
