/** The address of the events channel: everything that can be wrong is answered before the connection is opened. */
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ERRNO } from '../../contract/errno.ts';
import { EVENTS_PATH, EVENTS_PROTOCOL } from '../../contract/events.ts';
import { sendFailure } from '../answers/send.ts';
import type { RawParameters } from '../parameters/query.ts';
import type { Refusal } from '../refusal.ts';
import type { SiteHolder } from '../site/site-holder.ts';
import { type ListenRequest, readListenRequest } from './admit-listener.ts';
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
}

/** Why nobody may listen who asks like this; null when a handshake is all that is missing. */
export function listenRefusal(request: FastifyRequest, events: Events, site: SiteHolder): Refusal | null {
  const asked = readListenRequest(request.query as RawParameters, request.headers);
  return asked.ok ? (originRefusal(request, site) ?? events.refusal(asked.value)) : asked.error;
}

export function addEventsRoute(app: FastifyInstance, events: Events, site: SiteHolder): void {
  const admitted = new WeakMap<FastifyRequest, ListenRequest>();
  const onRequest: onRequestAsyncHookHandler = async (request, reply) => {
    const refused = (refusal: Refusal) => sendFailure(request, reply, refusal, 'json', false);
    const refusal = listenRefusal(request, events, site);
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

/** A page of elsewhere must not listen with what a browser knows of us; programs that are no browser send no origin. */
function originRefusal(request: FastifyRequest, site: SiteHolder): Refusal | null {
  const { origin, host } = request.headers;
  if (origin === undefined) return null;
  const { cors_origins: origins } = site.current().settings;
  const isOurs = URL.canParse(origin) && new URL(origin).host === host;
  if (isOurs || origins.includes(origin) || origins.includes('*')) return null;
  return { errno: ERRNO.roleMissing, error: 'Pages of this origin may not listen.' };
}
