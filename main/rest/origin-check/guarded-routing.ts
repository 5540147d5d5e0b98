import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../lib/refusal.ts';
import type { RequestGuard } from './check-request.ts';

/** Runs the request check before fastify's routing, which would parse the query first. */
export interface GuardedRouting {
  /** Server option: routes a rejected request to `/`, and reads only the response format. */
  rewriteUrl(request: IncomingMessage): string;
  /** Must run first, in the first `onRequest` hook; null if allowed. */
  refusal(request: IncomingMessage): Refusal | null;
}

/** @param address maps a request URL to the routed URL */
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
