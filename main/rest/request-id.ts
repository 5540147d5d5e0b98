/**
 * Request ids for responses and log.
 *
 * Each response has an id, which also appears in all its log lines.
 */

import type { IncomingMessage } from 'node:http';
import { inNetworks } from './origin-check/networks.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** Characters that are safe in a log and in a header. */
const PLAIN = /^[\w.:+/=-]{1,100}$/;

/** Request id set by a trusted proxy; null if there is none. */
export function proxyRequestId(request: IncomingMessage, trustedProxies: readonly string[]): string | null {
  const given = request.headers[REQUEST_ID_HEADER];
  if (typeof given !== 'string' || !PLAIN.test(given)) return null;
  return inNetworks(trustedProxies, request.socket.remoteAddress) ? given : null;
}
