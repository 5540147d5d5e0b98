/**
 * Event channel: one stream for each location with subscribers (`listeners.ts`).
 *
 * Events of locations without subscribers cost nothing.
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { WebSocket } from 'ws';
import type { Auth } from '../../access/service/auth.ts';
import { StoreUnreachable } from '../../database/store-errors.ts';
import type { DeviceActions } from '../../devices/service/device-actions.ts';
import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { answerBrokenHandshake } from '../../rest/client-error.ts';
import type { RawParameters } from '../../rest/parameters/query.ts';
import { sendFailure } from '../../rest/responses/send.ts';
import { deviceLocation } from '../../site/service/device-location.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Waits } from '../../wait-times/service/waits.ts';
import { EVENTS_ALIVE_MS, EVENTS_CLOSE, EVENTS_PATH, EVENTS_PROTOCOL } from '../contract/events-line.ts';
import { admitListener, type ListenRequest, readListenRequest } from './authorize-subscriber.ts';
import { createListeners } from './listeners.ts';
import { type LocationStream, type LocationStreamDeps, openLocationStream } from './location-stream.ts';

/** Time for which a stream stays open without subscribers: pages reload, networks recover. */
const LINGER_MS = 60_000;

/** More than any possible rate; numbers stay safe integers in JavaScript until the year 2255. */
const SEQ_PER_MS = 1_000;

export interface Events {
  /** Why this client may not subscribe; null when it may. */
  refusal(asked: ListenRequest): Refusal | null;
  /** Resolves when the client can join; error 131 while the store cannot be read. */
  prepare(asked: ListenRequest): Promise<Result<void, Refusal>>;
  /** Takes over a connection that was just opened after `prepare`. */
  join(asked: ListenRequest, webSocket: WebSocket, socket: Socket): void;
  /** Closes all connections. */
  close(): void;
}

export interface EventsDeps extends ClockAndLog {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Auth;
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  readonly waits: Waits;
}

const RETRY_AFTER_SECONDS = 2;

export function createEvents(deps: EventsDeps): Events {
  const { store, site, auth, clock, log, presence, deviceActions } = deps;
  let cancelBeat: (() => void) | null = null;
  let closed = false;

  const admit = (asked: ListenRequest) => admitListener(asked, auth, site.current(), clock.now());

  const listeners = createListeners({
    admit,
    presence,
    deviceActions,
    log,
    onAlone(locationId, stream) {
      if (!closed) streams.rest(locationId, stream);
    },
  });
  const streams = createOpenStreams({
    ...deps,
    site: () => site.current(),
    onOpened() {
      cancelBeat ??= clock.after(EVENTS_ALIVE_MS, beat);
    },
    onLost: (stream) => listeners.lose(stream),
  });

  const stops = [
    store.onEvents((events) => {
      // A store that numbers changes delivers them to each stream directly.
      if (store.follow === null)
        for (const event of events) if (event.type !== 'site.changed') streams.all.get(event.locationId)?.take(event);
    }),
    site.onChange(() => {
      for (const stream of streams.all.values()) stream.siteChanged();
      listeners.check();
    }),
    site.credentials.onReload(() => listeners.check()),
    presence.onChange((deviceId) => {
      if (streams.all.size === 0) return;
      const current = site.current();
      const device = current.device(deviceId);
      if (device !== undefined) streams.all.get(deviceLocation(current, device)?.id ?? '')?.deviceChanged();
    }),
  ];

  function beat(): void {
    cancelBeat = null;
    listeners.lookForSilent();
    listeners.check();
    for (const stream of streams.all.values()) stream.beat();
    if (streams.all.size > 0 && !closed) cancelBeat = clock.after(EVENTS_ALIVE_MS, beat);
  }

  return {
    refusal(asked) {
      const admitted = admit(asked);
      return admitted.ok ? null : admitted.error;
    },
    async prepare(asked) {
      try {
        const stream = streams.of(asked.locationId);
        await stream.ready;
        if (asked.since !== null) await stream.reachBack(asked.since);
        if (stream.clients.size === 0) streams.rest(asked.locationId, stream);
        return ok(undefined);
      } catch (error) {
        if (!(error instanceof StoreUnreachable)) throw error;
        return fail({ errno: ERRNO.storeUnreachable, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
    },
    join(asked, webSocket, socket) {
      const admitted = admit(asked);
      if (closed) return webSocket.close(EVENTS_CLOSE.goingAway, 'server is stopping');
      if (!admitted.ok) return webSocket.close(EVENTS_CLOSE.keyEnded, 'access is no longer allowed');
      listeners.add(asked, admitted.value, streams.of(asked.locationId), { webSocket, socket });
    },
    close() {
      closed = true;
      cancelBeat?.();
      for (const stop of stops) stop();
      listeners.close();
      streams.close();
    },
  };
}

interface OpenStreams {
  /** By location. */
  readonly all: ReadonlyMap<string, LocationStream>;
  /** Opens the stream if needed. */
  of(locationId: string): LocationStream;
  /** The stream has no subscribers at present. */
  rest(locationId: string, stream: LocationStream): void;
  close(): void;
}

interface OpenStreamsDeps extends Omit<LocationStreamDeps, 'onLost'> {
  readonly onOpened: () => void;
  /** Clients of the stream must start again with the full state. */
  readonly onLost: (stream: LocationStream) => void;
}

/** Streams of locations with subscribers. Each stays open for a while after the last one has left. */
function createOpenStreams(deps: OpenStreamsDeps): OpenStreams {
  const { clock, log, onOpened, onLost } = deps;
  const streams = new Map<string, LocationStream>();
  const lastSeqs = new Map<string, number>();
  const resting = new Map<string, () => void>();

  function open(locationId: string): LocationStream {
    // Numbers keep increasing across restarts, and no two runs share numbers by chance.
    const begun = clock.now() * SEQ_PER_MS + randomInt(SEQ_PER_MS);
    const firstSeq = Math.max(begun, (lastSeqs.get(locationId) ?? 0) + 1);
    const stream: LocationStream = openLocationStream(locationId, firstSeq, {
      ...deps,
      onLost() {
        log.warn('events.gap-detected', { location: locationId });
        drop(locationId, stream);
        onLost(stream);
      },
    });
    streams.set(locationId, stream);
    stream.ready.catch(() => drop(locationId, stream));
    onOpened();
    return stream;
  }

  function drop(locationId: string, stream: LocationStream): void {
    if (streams.get(locationId) !== stream) return;
    lastSeqs.set(locationId, stream.seq);
    streams.delete(locationId);
    resting.get(locationId)?.();
    resting.delete(locationId);
    stream.close();
  }

  return {
    all: streams,
    of: (locationId) => streams.get(locationId) ?? open(locationId),
    rest(locationId, stream) {
      resting.get(locationId)?.();
      resting.set(
        locationId,
        clock.after(LINGER_MS, () => {
          if (stream.clients.size === 0) drop(locationId, stream);
        }),
      );
    },
    close() {
      for (const [locationId, stream] of [...streams]) drop(locationId, stream);
    },
  };
}

/** Clients send only small messages. */
const MAX_MESSAGE_BYTES = 16 * 1024;

/** Registers WebSockets for the whole server. A key offered as a subprotocol is never sent back. */
export async function acceptWebSockets(app: FastifyInstance): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: MAX_MESSAGE_BYTES,
      handleProtocols: (offered: Set<string>) => (offered.has(EVENTS_PROTOCOL) ? EVENTS_PROTOCOL : false),
    },
  });
  app.websocketServer.on('wsClientError', (_error, socket) => answerBrokenHandshake(socket));
}

/** Why such a request may not subscribe; null when only the handshake is missing. */
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
