import type { FastifyReply, FastifyRequest } from 'fastify';

/** Lets pages of the configured origins read answers; without any, the browser's own rule stands. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, origins: readonly string[]): boolean {
  if (origins.length === 0) return false;
  reply.header('vary', 'Origin');
  const { origin } = request.headers;
  if (origin === undefined || !(origins.includes(origin) || origins.includes('*'))) return false;
  reply.header('access-control-allow-origin', origin);
  reply.header('access-control-expose-headers', 'Retry-After, Ticket-Label, Ticket-Page, X-Request-Id');
  return true;
}

/** The answer to a browser that asks whether it may. */
export function allowPreflight(reply: FastifyReply, methods: readonly string[]): void {
  reply.header('access-control-allow-methods', methods.join(', '));
  reply.header(
    'access-control-allow-headers',
    'Authorization, Content-Type, Idempotency-Key, Accept-Language, Accept-Profile',
  );
  reply.header('access-control-max-age', '600');
}
