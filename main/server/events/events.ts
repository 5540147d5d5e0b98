/**
 * The events channel: one stream for each location to which somebody listens, and everyone who does. Where nobody
 * listens, what happens costs nothing.
 */
import { randomInt } from 'node:crypto';
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import type { Clock, Log } from '../../context.ts';
import { ERRNO } from '../../contract/errno.ts';
import { EVENTS_ALIVE_MS, EVENTS_CLOSE } from '../../contract/events.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { type Store, StoreUnreachable } from '../../store/store.ts';
import type { Audience } from '../auth/audience.ts';
import type { Auth } from '../auth/auth.ts';
import type { Refusal } from '../refusal.ts';
import { deviceLocation } from '../site/device-location.ts';
import type { SiteHolder } from '../site/site-holder.ts';
import { admitListener, type ListenRequest } from './admit-listener.ts';
import type { DeviceLine, DevicePresence } from './device-presence.ts';
import { readDeviceReport } from './device-report.ts';
import type { FanOutClient } from './fan-out.ts';
import { type LocationStream, openLocationStream } from './location-stream.ts';

export interface Events {
  /** Why this client may not listen; null when it may. */
  refusal(asked: ListenRequest): Refusal | null;
  /** Settles when the client can join at once; 131 while the store cannot be read. */
  prepare(asked: ListenRequest): Promise<Result<void, Refusal>>;
  /** Takes over a connection that has just been opened after `prepare`. */
  join(asked: ListenRequest, webSocket: WebSocket, socket: Socket): void;
  /** Ends all connections. */
  close(): void;
}

export interface EventsDeps {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly auth: Auth;
  readonly clock: Clock;
  readonly log: Log;
  readonly presence: DevicePresence;
}

interface Client extends FanOutClient {
  readonly asked: ListenRequest;
  readonly stream: LocationStream;
  readonly webSocket: WebSocket;
  readonly line: DeviceLine | null;
}

/** A location to which nobody listens any more is kept in mind for so long: pages are loaded anew, networks come back. */
const LINGER_MS = 60_000;
/** Whoever does not answer a closing is left. */
const CLOSE_DEADLINE_MS = 1_000;
/** Signs of life that a client may leave unanswered: one that hangs is gone within ten seconds. */
const MAX_UNANSWERED = 4;
const RETRY_AFTER_SECONDS = 2;
/** More than can happen; the numbers stay whole ones in JavaScript until the year 2255. */
const SEQ_PER_MS = 1_000;

export function createEvents(deps: EventsDeps): Events {
  const { store, site, auth, clock, log, presence } = deps;
  const streams = new Map<string, LocationStream>();
  const lastSeqs = new Map<string, number>();
  const lingering = new Map<string, () => void>();
  const clients = new Set<Client>();
  let cancelBeat: (() => void) | null = null;
  let closed = false;

  const admit = (asked: ListenRequest) => admitListener(asked, auth, site.current(), clock.now());

  const stops = [
    store.onEvents((events) => {
      // A store that numbers what happens tells it to each stream by itself.
      if (store.follow === null)
        for (const event of events) if (event.type !== 'site.changed') streams.get(event.locationId)?.take(event);
    }),
    site.onChange(() => {
      for (const stream of streams.values()) stream.siteChanged();
      checkAll();
    }),
    site.credentials.onReload(checkAll),
    presence.onChange((deviceId) => {
      if (streams.size === 0) return;
      const current = site.current();
      const device = current.device(deviceId);
      if (device !== undefined) streams.get(deviceLocation(current, device)?.id ?? '')?.deviceChanged();
    }),
  ];

  function streamOf(locationId: string): LocationStream {
    const known = streams.get(locationId);
    if (known !== undefined) return known;
    // Numbers go on growing when the program starts again, and no two lives of it have the same ones by chance.
    const begun = clock.now() * SEQ_PER_MS + randomInt(SEQ_PER_MS);
    const firstSeq = Math.max(begun, (lastSeqs.get(locationId) ?? 0) + 1);
    const stream: LocationStream = openLocationStream(locationId, firstSeq, {
      ...deps,
      site: () => site.current(),
      onLost: () => lose(locationId, stream),
    });
    streams.set(locationId, stream);
    stream.ready.catch(() => drop(locationId, stream));
    cancelBeat ??= clock.after(EVENTS_ALIVE_MS, beat);
    return stream;
  }

  function drop(locationId: string, stream: LocationStream): void {
    if (streams.get(locationId) !== stream) return;
    lastSeqs.set(locationId, stream.seq);
    streams.delete(locationId);
    lingering.get(locationId)?.();
    lingering.delete(locationId);
    stream.close();
  }

  /** Its clients come back, and begin with the whole state. */
  function lose(locationId: string, stream: LocationStream): void {
    log.warn('events.lost', { location: locationId });
    drop(locationId, stream);
    for (const client of [...clients]) {
      if (client.stream === stream) end(client, EVENTS_CLOSE.goingAway, 'begin anew');
    }
  }

  function linger(locationId: string, stream: LocationStream): void {
    lingering.get(locationId)?.();
    lingering.set(
      locationId,
      clock.after(LINGER_MS, () => {
        if (stream.clients.size === 0) drop(locationId, stream);
      }),
    );
  }

  function beat(): void {
    cancelBeat = null;
    for (const client of [...clients]) {
      if (client.unanswered >= MAX_UNANSWERED) client.cutOff();
    }
    checkAll();
    for (const stream of streams.values()) stream.beat();
    if (streams.size > 0 && !closed) cancelBeat = clock.after(EVENTS_ALIVE_MS, beat);
  }

  /** Keys end, users are disabled, devices are switched off, locations go. */
  function checkAll(): void {
    for (const client of [...clients]) {
      const admitted = admit(client.asked);
      if (!admitted.ok) {
        const { errno } = admitted.error;
        const isPlace = errno === ERRNO.notFound || errno === ERRNO.outsideLocations;
        end(client, isPlace ? EVENTS_CLOSE.locationGone : EVENTS_CLOSE.keyEnded, 'not admitted any more');
      } else if (admitted.value.audience !== client.audience) {
        end(client, EVENTS_CLOSE.goingAway, 'come back as who you are now');
      }
    }
  }

  function forget(client: Client): void {
    if (!clients.delete(client)) return;
    client.stream.clients.remove(client);
    client.line?.close();
    if (client.stream.clients.size === 0 && !closed) linger(client.asked.locationId, client.stream);
  }

  function end(client: Client, code: number, reason: string): void {
    forget(client);
    client.webSocket.close(code, reason);
    setTimeout(() => client.webSocket.terminate(), CLOSE_DEADLINE_MS).unref();
  }

  function clientOf(
    asked: ListenRequest,
    who: { readonly audience: Audience; readonly deviceId: string },
    webSocket: WebSocket,
    socket: Socket,
  ): Client {
    const client: Client = {
      asked,
      audience: who.audience,
      socket,
      webSocket,
      stream: streamOf(asked.locationId),
      line: who.deviceId === '' ? null : presence.connect(who.deviceId),
      seq: 0,
      largest: 0,
      unanswered: 0,
      cutOff() {
        log.info('events.cut-off', { location: asked.locationId });
        forget(client);
        webSocket.terminate();
      },
    };
    webSocket.on('pong', () => {
      client.unanswered = 0;
    });
    webSocket.on('message', (data) => {
      const status = client.line === null ? null : readDeviceReport(data);
      if (status === null) end(client, EVENTS_CLOSE.badMessage, 'not understood');
      else client.line?.report(status);
    });
    webSocket.on('error', () => client.webSocket.terminate());
    webSocket.on('close', () => forget(client));
    return client;
  }

  return {
    refusal(asked) {
      const admitted = admit(asked);
      return admitted.ok ? null : admitted.error;
    },
    async prepare(asked) {
      try {
        const stream = streamOf(asked.locationId);
        await stream.ready;
        if (asked.since !== null) await stream.reachBack(asked.since);
        if (stream.clients.size === 0) linger(asked.locationId, stream);
        return ok(undefined);
      } catch (error) {
        if (!(error instanceof StoreUnreachable)) throw error;
        return fail({ errno: ERRNO.storeUnreachable, retryAfterSeconds: RETRY_AFTER_SECONDS });
      }
    },
    join(asked, webSocket, socket) {
      const admitted = admit(asked);
      if (closed) return webSocket.close(EVENTS_CLOSE.goingAway, 'the server ends');
      if (!admitted.ok) return webSocket.close(EVENTS_CLOSE.keyEnded, 'not admitted any more');
      const client = clientOf(asked, admitted.value, webSocket, socket);
      clients.add(client);
      client.stream.clients.add(client, asked.since);
    },
    close() {
      closed = true;
      cancelBeat?.();
      for (const stop of stops) stop();
      for (const client of [...clients]) end(client, EVENTS_CLOSE.goingAway, 'the server ends');
      for (const [locationId, stream] of [...streams]) drop(locationId, stream);
    },
  };
}
