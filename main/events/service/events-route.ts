/** The address of the events channel: everything that can be wrong is answered before the connection is opened. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Refusal } from '../../lib/refusal.ts';
import { answerBrokenHandshake } from '../../rest/client-error.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import { sendFailure } from '../../rest/responses/send.ts';
import { EVENTS_PATH, EVENTS_PROTOCOL } from '../contract/events-line.ts';
import { type ListenRequest, readListenRequest } from './authorize-subscriber.ts';
import type { Events } from './events.ts';

/** No client has much to say. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** For this and every other WebSocket of the server. A key that was offered as a protocol is never sent back. */
export async function acceptWebSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE_BYTES,
      handleProtocols: (offered: Set<string>) => (offered.has(EVENTS_PROTOCOL) ? EVENTS_PROTOCOL : false),
    },
  });
  app.websocketServer.on('wsClientError', (_error, socket) => answerBrokenHandshake(socket));
}

/** Why nobody may listen who asks like this; null when a handshake is all that is missing. */
export function listenRefusal(request: FastifyRequest, events: Events): Refusal | null {
  const asked = readListenRequest(request.query as RawParameters, request.headers);
  return asked.ok ? events.refusal(asked.value) : asked.error;
}

export function addEventsRoute(app: FastifyInstance, events: Events): void {
  const admitted = new WeakMap<FastifyRequest, ListenRequest>();
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const refused = (refusal: Refusal) => sendFailure(request, reply, refusal, 'json', false);
    const refusal = listenRefusal(request, events);
    if (refusal !== null) return refused(refusal);
    const asked = readListenRequest(request.query as RawParameters, request.headers);
    if (!asked.ok) return refused(asked.error);
    const prepared = await events.prepare(asked.value);
    if (!prepared.ok) return refused(prepared.error);
    admitted.set(request, asked.value);
    return undefined;
  };
  app.get(EVENTS_PATH, { websocket: true, config: { operation: 'events' }, onRequest }, (webSocket, request) => {
    const asked = admitted.get(request);
    if (asked === undefined) webSocket.terminate();
    else events.join(asked, webSocket, request.raw.socket);
  });
}
