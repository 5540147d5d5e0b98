/**
 * Connection of a kiosk to its remote server.
 *
 * The kiosk sends its status over it, and receives changes and remote actions at once. Without it (server offline,
 * third-party server, blocking proxy), the kiosk uses requests.
 */
import { WebSocket } from 'ws';
import type { DeviceStatus } from '../../devices/contract/device-status.ts';
import { KIOSK_LINE_PATH, type KioskLineMessage, type KioskReport } from '../../devices/contract/kiosk-protocol.ts';
import { KioskStatusAnswer } from '../../devices/contract/rest/kiosks.ts';
import type { ClockAndLog } from '../../lib/context.ts';
import { openReconnectingSocket, type ReconnectingSocket } from '../../lib/reconnecting-socket.ts';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { ClientFault, ClientResult, QueueClient } from './queue-client.ts';
import { completeAnswer } from './read-answer.ts';

export interface KioskLineOptions extends ClockAndLog {
  /** For example `https://queue.example`; a path in it precedes every request path. */
  readonly baseUrl: string;
  readonly deviceId: string;
  /** Called at each connect; null without a key. */
  readonly deviceKey: () => string | null;
  /** Remote actions are waiting; the response to the status contains them. */
  readonly onAsked: () => void;
  /** The connection was established: the server can lack this kiosk's state. */
  readonly onOpen?: () => void;
  /** A phone has opened the ticket on the kiosk's screen. */
  readonly onTaken?: (ticketId: string) => void;
}

export interface KioskLine {
  /** The same client, using the connection where possible. It connects when the queues are first watched. */
  over(client: QueueClient): QueueClient;
  close(): void;
}

/** Longer than the server needs, shorter than its timeout for a silent kiosk. */
const HANDSHAKE_MS = 5_000;
const ANSWER_MS = 5_000;
/** The server answers each message of the kiosk, which sends one every thirty seconds. */
const SILENCE_MS = 75_000;
const RETRY_FIRST_MS = 1_000;
const RETRY_LAST_MS = 60_000;
/** Responses of servers without this connection, and of proxies that block it. */
const RETRY_UNKNOWN_MS = 600_000;
const UNKNOWN: ReadonlySet<number> = new Set([200, 400, 404, 405, 426, 501]);
/** All kiosks get a change notice at the same time; this spreads their reads. */
const SPREAD_MS = 1_000;

type Answered = Result<KioskStatusAnswer, ClientFault>;

export function createKioskLine({
  baseUrl,
  deviceId,
  deviceKey,
  onAsked,
  onOpen,
  onTaken,
  clock,
  log,
}: KioskLineOptions): KioskLine {
  const changes = new Set<() => void>();
  let line: ReconnectingSocket | null = null;
  let isOpen = false;
  let isUnknown = false;
  /** The server supports connections; other responses are temporary. */
  let wasOpen = false;
  let answer: ((answered: Answered) => void) | null = null;
  let cancelChange: (() => void) | null = null;

  function address(): string {
    const url = new URL(baseUrl.replace(/\/+$/, '') + KIOSK_LINE_PATH);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    url.searchParams.set('device', deviceId);
    return url.href;
  }

  function connect(): WebSocket {
    const key = deviceKey();
    const socket = new WebSocket(address(), {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: 1_000_000,
      perMessageDeflate: false,
      ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
    });
    isUnknown = false;
    socket.on('unexpected-response', (_request, { statusCode = 0 }) => {
      isUnknown = UNKNOWN.has(statusCode);
      socket.terminate();
    });
    // An error is always followed by a close.
    socket.on('error', () => {});
    return socket;
  }

  function tellAll(): void {
    for (const listener of [...changes]) listener();
  }

  function tellSoon(): void {
    cancelChange ??= clock.after(Math.random() * SPREAD_MS, () => {
      cancelChange = null;
      tellAll();
    });
  }

  function hear(message: KioskLineMessage): void {
    if (message.type === 'asked') onAsked();
    if (message.type === 'taken') onTaken?.(message.ticket);
    if (message.type === 'changed') tellSoon();
    if (message.type !== 'heard') return;
    line?.resetBackoff();
    answer?.(ok(completeAnswer(KioskStatusAnswer, { ...message, success: true }) as KioskStatusAnswer));
  }

  function turn(on: boolean): void {
    if (isOpen === on) return;
    isOpen = on;
    log.info(on ? 'kiosk-connection.opened' : 'kiosk-connection.lost', { device: deviceId });
    if (!on) answer?.(fail({ kind: 'unreachable', detail: 'the connection to the server was lost' }));
    // Changes can have been missed.
    tellAll();
  }

  const timers = {
    setTimeout: (callback: () => void, ms: number) => clock.after(ms, callback),
    clearTimeout: (cancel: unknown) => (cancel as (() => void) | null)?.(),
  };

  function open(): void {
    line ??= openReconnectingSocket(
      {
        connect,
        silenceMs: SILENCE_MS,
        firstSilenceMs: SILENCE_MS,
        retryFirstMs: RETRY_FIRST_MS,
        retryLastMs: RETRY_LAST_MS,
        random: Math.random,
        onOpen() {
          wasOpen = true;
          turn(true);
          onOpen?.();
        },
        onMessage: (message) => hear(message as KioskLineMessage),
        onLost() {
          if (isUnknown && !wasOpen) line?.retryIn(RETRY_UNKNOWN_MS);
          turn(false);
        },
      },
      timers,
    );
  }

  /** Null without a connection, or while another message is pending. */
  function say(status: DeviceStatus): ClientResult<KioskStatusAnswer> | null {
    if (!isOpen || answer !== null || line === null) return null;
    const says: KioskReport = {
      type: 'device.status',
      status: { ...status, clock: new Date(clock.now()).toISOString() },
    };
    if (!line.send(JSON.stringify(says))) return null;
    return new Promise((resolve) => {
      const cancel = clock.after(ANSWER_MS, () => line?.giveUp());
      answer = (answered) => {
        cancel();
        answer = null;
        resolve(answered);
      };
    });
  }

  return {
    over: (client) => ({
      ...client,
      isTold: () => isOpen,
      sayStatus: (id, status) => (id === deviceId ? say(status) : null) ?? client.sayStatus(id, status),
      watch(locationId, onChange) {
        let stopAsking: (() => void) | null = null;
        function askOrNot(): void {
          if (isOpen) stopAsking?.();
          stopAsking = isOpen ? null : (stopAsking ?? client.watch(locationId, onChange));
        }
        function changed(): void {
          askOrNot();
          onChange();
        }
        changes.add(changed);
        open();
        askOrNot();
        return () => {
          changes.delete(changed);
          stopAsking?.();
        };
      },
    }),
    close() {
      isOpen = false;
      changes.clear();
      cancelChange?.();
      line?.close();
      answer?.(fail({ kind: 'unreachable', detail: 'the kiosk is stopping' }));
    },
  };
}
