/** Subscribers with their authorisation, connections and timeouts. */
import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { type PageLife, pageLife } from '../../devices/rules/page-liveness.ts';
import type { DeviceActions } from '../../devices/service/device-actions.ts';
import type { DeviceLine } from '../../devices/service/presence/device-connection.ts';
import type { DevicePresence } from '../../devices/service/presence/device-presence.ts';
import { readDeviceReport } from '../../devices/service/presence/device-report.ts';
import type { Log } from '../../lib/context.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { ERRNO, type Result } from '../../lib/result.ts';
import type { DeviceActionsMessage } from '../contract/events.ts';
import { EVENTS_CLOSE } from '../contract/events-line.ts';
import type { Listener, ListenRequest } from './authorize-subscriber.ts';
import type { FanOutClient } from './fan-out.ts';
import type { LocationStream } from './location-stream.ts';

export interface Listeners {
  add(asked: ListenRequest, who: Listener, stream: LocationStream, connection: Connection): void;
  /** Disconnects clients that are no longer authorised: revoked keys, disabled users or devices, deleted locations. */
  check(): void;
  /** Marks pages without heartbeats as silent, and disconnects clients without any sign of life. */
  lookForSilent(): void;
  /** Disconnects the clients of a lost stream, which reconnect and start with the full state. */
  lose(stream: LocationStream): void;
  /** Closes all connections. */
  close(): void;
}

interface Connection {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
}

interface ListenersDeps {
  readonly admit: (asked: ListenRequest) => Result<Listener, Refusal>;
  readonly presence: DevicePresence;
  readonly deviceActions: DeviceActions;
  readonly log: Log;
  /** The last subscriber of a stream has left. */
  readonly onAlone: (locationId: string, stream: LocationStream) => void;
}

interface Client extends FanOutClient {
  readonly asked: ListenRequest;
  readonly stream: LocationStream;
  readonly webSocket: WebSocket;
  /** Empty for a person. */
  readonly deviceId: string;
  readonly line: DeviceLine | null;
  readonly life: PageLife;
  /** Unsubscribes a device from its remote actions; null for a device without actions. */
  stopActions: (() => void) | null;
}

/** A client that does not answer the close is terminated. */
const CLOSE_DEADLINE_MS = 1_000;
/** Ends a dead connection within ten seconds. A page sends a heartbeat with every second keepalive. */
const MAX_OWED = { unsaid: 4, unanswered: 4 };

export function createListeners({ admit, presence, deviceActions, log, onAlone }: ListenersDeps): Listeners {
  const clients = new Set<Client>();

  function forget(client: Client): void {
    if (!clients.delete(client)) return;
    client.stream.clients.remove(client);
    client.line?.close();
    client.stopActions?.();
    if (client.stream.clients.size === 0) onAlone(client.asked.locationId, client.stream);
  }

  function end(client: Client, code: number, reason: string): void {
    forget(client);
    client.webSocket.close(code, reason);
    setTimeout(() => client.webSocket.terminate(), CLOSE_DEADLINE_MS).unref();
  }

  function cutOff(client: Client): void {
    log.info('events.client-disconnected', { location: client.asked.locationId });
    forget(client);
    client.webSocket.terminate();
  }

  function hear(client: Client): void {
    const { webSocket, line, life } = client;
    webSocket.on('pong', life.pong);
    webSocket.on('message', (data) => {
      // A message that was in transit when the client was removed.
      if (!clients.has(client)) return;
      const report = line === null ? null : readDeviceReport(data);
      if (line === null || report === null) return end(client, EVENTS_CLOSE.badMessage, 'invalid message');
      const { status, runsOnly } = report;
      life.heard(runsOnly);
      line.runs(true);
      if (!runsOnly) line.report(status);
      if (status.can) tellActions(client);
    });
    webSocket.on('error', () => webSocket.terminate());
    webSocket.on('close', () => forget(client));
  }

  /** Sends the requested remote actions, now and later. */
  function tellActions(client: Client): void {
    const { webSocket, deviceId } = client;
    client.stopActions ??= deviceActions.listen(deviceId, (actions) => {
      const message: DeviceActionsMessage = { type: 'device.actions', actions };
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(message));
    });
  }

  return {
    add(asked, { audience, deviceId }, stream, { webSocket, socket }) {
      const life = pageLife(MAX_OWED);
      const client: Client = {
        asked,
        audience,
        socket,
        webSocket,
        stream,
        deviceId,
        stopActions: null,
        line: deviceId === '' ? null : presence.connect(deviceId),
        seq: 0,
        largest: 0,
        life,
        beat: life.beat,
        cutOff: () => cutOff(client),
      };
      hear(client);
      clients.add(client);
      stream.clients.add(client, asked.since);
    },
    check() {
      for (const client of [...clients]) {
        const admitted = admit(client.asked);
        if (!admitted.ok) {
          const { errno } = admitted.error;
          const isPlace = errno === ERRNO.notFound || errno === ERRNO.outsideLocations;
          end(client, isPlace ? EVENTS_CLOSE.locationGone : EVENTS_CLOSE.keyEnded, 'access is no longer allowed');
        } else if (admitted.value.audience !== client.audience) {
          end(client, EVENTS_CLOSE.goingAway, 'permissions changed, connect again');
        }
      }
    },
    lookForSilent() {
      for (const client of [...clients]) {
        if (client.life.isGone()) client.cutOff();
        else if (client.life.isSilent()) client.line?.runs(false);
      }
    },
    lose(stream) {
      for (const client of [...clients]) {
        if (client.stream === stream) end(client, EVENTS_CLOSE.goingAway, 'state was reset, connect again');
      }
    },
    close() {
      for (const client of [...clients]) end(client, EVENTS_CLOSE.goingAway, 'server is stopping');
    },
  };
}
