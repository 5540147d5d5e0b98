/**
 * Shell 2: the kiosk page in any browser, over one WebSocket.
 *
 * A page proves its access by a subprotocol. It receives `{session}` to keep for later, and `{run}`, which changes with
 * each start of the program. The page sends `{id, call, input}` and receives `{id, answer}`. The host sends `{state}`
 * at every change, `{reload: true}` to reload the page, and `{alive: true}` every few seconds as keepalive. The page
 * answers that with the call `alive`, which gets no response: browsers answer pings even for a page that hangs.
 */
import { randomUUID } from 'node:crypto';
import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { pageLife } from '../../../devices/rules/page-liveness.ts';
import type { Clock } from '../../../lib/context.ts';
import type { KioskReply } from '../../contract/kiosk.ts';
import type { KioskHost } from '../../host/kiosk-host.ts';
import { type PageCaller, type PageEntry, pageCaller } from './page-access.ts';

/** Detects a hanging page after two missed keepalives, within ten seconds. */
const ALIVE_MS = 3_000;
const MAX_OWED = { unsaid: 2, unanswered: 2 };
/** Time for a refused page to receive the reason and close. */
const REFUSED_MS = 1_000;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** A slow reader is disconnected above this; it reconnects and gets the full state. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Codes of RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;
/** Registered with IANA: reconnect. */
const SERVICE_RESTART = 1012;

interface CallMessage {
  readonly id: number;
  readonly call: string;
  readonly input: unknown;
}

function readCall(data: unknown): CallMessage | null {
  let message: unknown;
  try {
    message = JSON.parse(String(data));
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null) return null;
  const { id, call, input } = message as Partial<CallMessage>;
  return typeof id === 'number' && typeof call === 'string' ? { id, call, input } : null;
}

/** @param hostNow host that the page would get now: it changes when an empty site gets its first kiosk */
function serve(socket: WebSocket, hostNow: () => KioskHost, entry: PageEntry, run: string, clock: Clock): void {
  const host = hostNow();
  const send = (message: object): void => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  if (entry.session !== null) send({ session: entry.session });
  const show = () => host.subscribe((state) => send({ state }), { reload: () => send({ reload: true }) });
  /** Null while the page is silent and possibly hangs: then no visitor sees the kiosk. */
  let hide: (() => void) | null = show();
  send({ run });
  const life = pageLife(MAX_OWED);
  let cancelBeat = clock.after(ALIVE_MS, beat);
  function beat(): void {
    if (life.isSilent()) {
      hide?.();
      hide = null;
    }
    if (life.isGone()) socket.terminate();
    else if (!entry.stays()) socket.close(POLICY_VIOLATION, 'device key needed');
    else if (hostNow() !== host) socket.close(SERVICE_RESTART, 'kiosk was replaced');
    else {
      if (life.beat()) socket.ping();
      send({ alive: true });
      cancelBeat = clock.after(ALIVE_MS, beat);
    }
  }
  socket.on('pong', life.pong);
  socket.on('message', (data) => {
    const message = readCall(data);
    if (message === null) return socket.close(POLICY_VIOLATION, 'not a call');
    life.heard(message.call === 'alive');
    hide ??= show();
    if (message.call === 'alive') return;
    void host.call(message.call, message.input).then((answer: KioskReply) => send({ id: message.id, answer }));
  });
  socket.on('error', () => socket.terminate());
  socket.on('close', () => {
    cancelBeat();
    hide?.();
    hide = null;
  });
}

export interface ShellSocketOptions {
  readonly clock: Clock;
  /** The kiosk of `?device=`; an unknown one has a host too, out of service. */
  hostOf(deviceId: string | undefined): KioskHost;
  /** Allows a page to control the kiosk; null when refused. */
  admit(caller: PageCaller, deviceId: string | undefined): PageEntry | null;
}

export async function registerShellSocket(server: FastifyInstance, options: ShellSocketOptions): Promise<void> {
  const run = randomUUID();
  // The API server has registered WebSockets already, for the event stream.
  if (!server.hasDecorator('websocketServer')) {
    await server.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } });
  }
  await server.register(async (scope) => {
    scope.get('/kiosk/shell', { websocket: true }, (socket, request) => {
      const { device } = request.query as { device?: unknown };
      const deviceId = typeof device === 'string' && device !== '' ? device : undefined;
      const entry = options.admit(pageCaller(request), deviceId);
      if (entry === null) {
        // The page receives the reason; then the connection is terminated.
        socket.close(POLICY_VIOLATION, 'device key needed');
        options.clock.after(REFUSED_MS, () => socket.terminate());
        return;
      }
      serve(socket, () => options.hostOf(deviceId), entry, run, options.clock);
    });
  });
}
