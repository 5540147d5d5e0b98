/**
 * WebSocket route of phones, with checks before the upgrade.
 *
 * Errors are sent as HTTP responses before the connection is opened.
 */

import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { StoreUnreachable } from '../../database/store-errors.ts';
import { codedRefusal, type Refusal } from '../../lib/refusal.ts';
import { ERRNO } from '../../lib/result.ts';
import { clientAddress } from '../../rest/origin-check/forwarded.ts';
import { MAX_OF_TICKET, type SocketLimits } from '../../rest/origin-check/socket-limits.ts';
import { sendFailure } from '../../rest/responses/send.ts';
import { PHONE_LINE_PATH, PHONE_SECRET_PREFIX } from '../contract/phone-protocol.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import type { PhoneTickets } from './phone-tickets.ts';

const RETRY_AFTER_SECONDS = 2;

export function addPhoneRoute(
  app: FastifyInstance,
  phones: PhoneTickets,
  limits: SocketLimits,
  trustedProxies: () => readonly string[],
): void {
  const admitted = new WeakMap<FastifyRequest, FollowedTicket>();

  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const refused = (refusal: Refusal) => sendFailure(request, reply, refusal, 'json', false);
    const secret = secretOffered(request.headers['sec-websocket-protocol'] ?? '');
    if (secret === null) return refused({ errno: ERRNO.invalidParameters, parameter: 'secret' });
    try {
      const found = await phones.find(secret, clientAddress(request.raw, trustedProxies()));
      if (!found.ok) return refused(found.error);
      if (!limits.take(request.raw.socket, `ticket ${found.value.ticket.id}`, MAX_OF_TICKET)) {
        return refused(codedRefusal('too_many_phones', { retryAfterSeconds: 10 }));
      }
      admitted.set(request, found.value);
      return undefined;
    } catch (error) {
      if (!(error instanceof StoreUnreachable)) throw error;
      return refused({ errno: ERRNO.storeUnreachable, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  };

  app.get(
    PHONE_LINE_PATH,
    { websocket: true, config: { operation: 'phone_line' }, onRequest },
    (webSocket, request) => {
      const followed = admitted.get(request);
      if (followed === undefined) webSocket.terminate();
      else phones.lines.join(followed, webSocket, request.raw.socket);
    },
  );
}

/** A browser's WebSocket cannot set headers: the secret is sent as a subprotocol, which keeps it out of logs. */
function secretOffered(protocols: string): string | null {
  const offered = protocols.split(',').map((protocol) => protocol.trim());
  return offered.find((each) => each.startsWith(PHONE_SECRET_PREFIX))?.slice(PHONE_SECRET_PREFIX.length) ?? null;
}
