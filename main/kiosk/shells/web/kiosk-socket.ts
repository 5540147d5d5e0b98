/**
 * Shell 2: the kiosk page in any browser, over one WebSocket. A page that has to prove that it may offers its proof as a
 * subprotocol, and hears `{session}` when it is to keep one, and `{run}`, which is another one at each start of the program.
 * The page sends `{id, call, input}` and hears `{id, answer}`; the host sends `{state}` at every change, `{reload: true}` when
 * the page is to be loaded anew, and `{alive: true}` every few seconds, so that the page notices a dead line. The page's answer to
 * that is the call `alive`, which gets none: browsers answer pings also for a page that hangs.
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

/** A page that hangs is found out at the third one after it, within ten seconds. */
const ALIVE_MS = 3_000;
const MAX_OWED = { unsaid: 2, unanswered: 2 };
/** For a page that may not steer, to hear that and close. */
const REFUSED_MS = 1_000;
const MAX_MESSAGE_BYTES = 16 * 1024;
/** A page that reads slower than this much is cut off; it comes back and gets the whole state. */
const MAX_UNREAD_BYTES = 1024 * 1024;
/** Codes of RFC 6455, section 7.4.1. */
const POLICY_VIOLATION = 1008;
/** Registered with IANA: come again. */
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

/** @param hostNow the kiosk that the page would come to now: another one once the house has its first. */
function serve(socket: WebSocket, hostNow: () => KioskHost, entry: PageEntry, run: string, clock: Clock): void {
  const host = hostNow();
  const send = (message: object): void => {
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  if (entry.session !== null) send({ session: entry.session });
  const show = () => host.subscribe((state) => send({ state }), { reload: () => send({ reload: true }) });
  /** Null while the page is silent, and may hang: then it shows the kiosk to nobody. */
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
    else if (hostNow() !== host) socket.close(SERVICE_RESTART, 'another kiosk now');
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
  /** The kiosk that a page asks for with `?device=`; an unknown one is a host too, out of service. */
  hostOf(deviceId: string | undefined): KioskHost;
  /** Lets a page steer that kiosk; null for one that may not. */
  admit(caller: PageCaller, deviceId: string | undefined): PageEntry | null;
}

export async function registerShellSocket(server: FastifyInstance, options: ShellSocketOptions): Promise<void> {
  const run = randomUUID();
  // The server of the interface accepts them already, for its own channel.
  if (!server.hasDecorator('websocketServer')) {
    await server.register(websocket, { options: { maxPayload: MAX_MESSAGE_BYTES } });
  }
  await server.register(async (scope) => {
    scope.get('/kiosk/shell', { websocket: true }, (socket, request) => {
      const { device } = request.query as { device?: unknown };
      const deviceId = typeof device === 'string' && device !== '' ? device : undefined;
      const entry = options.admit(pageCaller(request), deviceId);
      if (entry === null) {
        // The page hears why; one that does not answer is not waited for.
        socket.close(POLICY_VIOLATION, 'device key needed');
        options.clock.after(REFUSED_MS, () => socket.terminate());
        return;
      }
      serve(socket, () => options.hostOf(deviceId), entry, run, options.clock);
    });
  });
}
