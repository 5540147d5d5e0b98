/**
 * Request ids for responses and log.
 *
 * Each answer bears its own, and so does all that the log says of it.
 */

import type { IncomingMessage } from 'node:http';
import { inNetworks } from './origin-check/networks.ts';

export const REQUEST_ID_HEADER = 'x-request-id';

/** What may stand in a log and in a header as it is. */
const PLAIN = /^[\w.:+/=-]{1,100}$/;

/** The id that a proxy of the house has given to the request; null where none has, or nobody answers for who did. */
export function givenRequestId(request: IncomingMessage, trustedProxies: readonly string[]): string | null {
  const given = request.headers[REQUEST_ID_HEADER];
  if (typeof given !== 'string' || !PLAIN.test(given)) return null;
  return inNetworks(trustedProxies, request.socket.remoteAddress) ? given : null;
}
