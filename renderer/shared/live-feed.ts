/**
 * Event stream of one location for a page.
 *
 * It reconnects as long as the page exists, resumes where it stopped, and reports at once when the shown state may be
 * outdated: after sleep, network loss or silence of the server.
 */

import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { DeviceActionsMessage, EventMessage, LiveState } from '../../main/events/contract/events.ts';
import { EVENTS_KEY_PREFIX, EVENTS_PATH, EVENTS_PROTOCOL } from '../../main/events/contract/events-line.ts';
import { openReconnectingSocket, type Timers } from '../../main/lib/reconnecting-socket.ts';
import { ERRNO } from '../../main/lib/result.ts';
import { applyEvent, type Live } from './live-state.ts';

/** Timeout; the server sends a heartbeat every two seconds. */
const SILENCE_MS = 5_000;
/** A device answers every second heartbeat. */
const SAID_EVERY = 2;
/** Interval of the clock check: a longer gap than the next value means that the page was suspended. */
const TICK_MS = 1_000;
const SLEPT_MS = 6_000;
const RETRY_FIRST_MS = 300;
const RETRY_LAST_MS = 10_000;
/** Retry interval after a rejection, which only an administrator can change. */
const RETRY_REFUSED_MS = 30_000;
/** Smaller clock offsets are ignored. */
const CLOCK_TOLERANCE_MS = 500;
/** Higher close codes are application codes of the server, such as an expired key or a deleted location. */
const APPLICATION_CLOSE = 4_000;
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

export interface FeedRefusal {
  /** As in the REST API: 101 to 107 for keys, 119 for a disabled device, 6 or 105 for the location. */
  readonly errno: number;
  readonly error: string;
}

export interface LiveSnapshot {
  /** `stale`: `state` is the last known one, and may be outdated. */
  readonly status: 'live' | 'stale';
  /** Null until the first state. */
  readonly state: LiveState | null;
  readonly seq: number;
  /** Why the server rejects this page; null if it does not, or is unreachable. */
  readonly refusal: FeedRefusal | null;
  /** Offset from this page's clock to the server's, in milliseconds. */
  readonly clockOffsetMs: number;
}

/** Called at every change. `message` is its cause: null for a change of `status` only. */
export type LiveListener = (snapshot: LiveSnapshot, message: EventMessage | null) => void;

export interface LiveFeed {
  current(): LiveSnapshot;
  /** Calls the listener now and at every change. Returns the unsubscribe function. */
  subscribe(listener: LiveListener): () => void;
  /** For displays and kiosks: status of this device. Sent again after each connection. */
  report(status: Partial<DeviceStatus>): void;
  /** Retries now: after a new key, or on request. */
  retry(): void;
  close(): void;
}

export interface LiveFeedOptions {
  readonly location: string;
  /** Key of the user or device, read at each connection; null or empty: none. */
  readonly key?: () => string | null;
  /** `public`: without names, notes and devices, whatever the permissions. Used by displays. */
  readonly view?: 'public';
  /** Device of this page, if it has no own key. */
  readonly device?: string;
  /** Receives remote actions, for a device whose status states what it `can` do. */
  readonly onActions?: (actions: DeviceActionsMessage['actions']) => void;
}

/** Environment of the feed; tests replace it. */
export interface FeedPlace extends Timers {
  /** URL of the page. */
  readonly href: string;
  readonly WebSocket: typeof WebSocket;
  readonly fetch: typeof fetch;
  now(): number;
  isVisible(): boolean;
  random(): number;
  /** `online`, `offline`, `visibilitychange`, `pageshow`. Returns the unsubscribe function. */
  on(event: PlaceEvent, listener: () => void): () => void;
}

export type PlaceEvent = 'online' | 'offline' | 'visibilitychange' | 'pageshow';

function browserPlace(): FeedPlace {
  return {
    href: window.location.href,
    WebSocket: window.WebSocket,
    fetch: window.fetch.bind(window),
    now: () => Date.now(),
    isVisible: () => document.visibilityState === 'visible',
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    clearTimeout: (timer) => window.clearTimeout(timer as number),
    random: () => Math.random(),
    on(event, listener) {
      const target = event === 'visibilitychange' ? document : window;
      target.addEventListener(event, listener);
      return () => target.removeEventListener(event, listener);
    },
  };
}

export function openLiveFeed(options: LiveFeedOptions, place: FeedPlace = browserPlace()): LiveFeed {
  const listeners = new Set<LiveListener>();
  let live: Live | null = null;
  let snapshot: LiveSnapshot = { status: 'stale', state: null, seq: 0, refusal: null, clockOffsetMs: 0 };
  /** Whether the current connection has sent everything that was missed. */
  let caughtUp = false;
  let report: Partial<DeviceStatus> | null = null;
  /** Time of the last message, or of the start of the connection. */
  let heardAt = place.now();
  let tickedAt = place.now();
  let tickTimer: unknown = null;
  /** Heartbeats of this connection. */
  let signs = 0;

  const line = openReconnectingSocket(
    {
      connect,
      silenceMs: SILENCE_MS,
      retryFirstMs: RETRY_FIRST_MS,
      retryLastMs: RETRY_LAST_MS,
      random: () => place.random(),
      onOpen() {
        signs = 0;
        sendReport();
      },
      onMessage(message) {
        heardAt = place.now();
        if (!('type' in message)) return;
        if (message.type === 'device.actions') options.onActions?.((message as DeviceActionsMessage).actions);
        else take(message as EventMessage);
      },
      onLost(why, code) {
        caughtUp = false;
        if (snapshot.status === 'live') tell({ status: 'stale' }, null);
        // An ordinary request may tell the reason.
        if (why === 'refused' || code >= APPLICATION_CLOSE) void askWhy();
        if (why === 'silent') line.renew();
        else if (snapshot.refusal !== null) line.retryIn(RETRY_REFUSED_MS);
      },
    },
    place,
  );

  function tell(change: Partial<LiveSnapshot>, message: EventMessage | null): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of [...listeners]) listener(snapshot, message);
  }

  /** Browsers hide why a connection was refused: an ordinary request to the same URL shows it. */
  async function askWhy(): Promise<void> {
    try {
      const key = options.key?.() ?? '';
      const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
      const answer = await place.fetch(address('http'), { headers, cache: 'no-store' });
      const refusal = refusalIn((await answer.json()) as { readonly errno?: number; readonly error?: string });
      // Irrelevant if the key has changed meanwhile.
      if (snapshot.status === 'live' || key !== (options.key?.() ?? '')) return;
      if (refusal?.errno !== snapshot.refusal?.errno) tell({ refusal }, null);
      if (refusal !== null && line.isWaiting()) line.retryIn(RETRY_REFUSED_MS);
    } catch {
      // Unreachable, which `stale` shows.
    }
  }

  function address(scheme: 'ws' | 'http'): string {
    const url = new URL(EVENTS_PATH, place.href);
    url.protocol = url.protocol === 'https:' ? `${scheme}s:` : `${scheme}:`;
    url.searchParams.set('location', options.location);
    if (options.view !== undefined) url.searchParams.set('view', options.view);
    if (options.device !== undefined) url.searchParams.set('device', options.device);
    if (live !== null) url.searchParams.set('since', String(live.seq));
    return url.href;
  }

  function connect(): WebSocket {
    const key = options.key?.() ?? '';
    heardAt = place.now();
    return new place.WebSocket(
      address('ws'),
      key === '' ? [EVENTS_PROTOCOL] : [EVENTS_PROTOCOL, `${EVENTS_KEY_PREFIX}${key}`],
    );
  }

  function take(message: EventMessage): void {
    const next = applyEvent(live, message);
    if (next === 'gap') {
      live = null;
      line.giveUp();
      return;
    }
    const changed = next !== live;
    live = next;
    if (message.type === 'alive') sayItRuns();
    const wasCaughtUp = caughtUp;
    // The first heartbeat follows all missed events: from then on the state is current.
    caughtUp ||= message.type === 'state' || message.type === 'alive';
    if (caughtUp) line.resetBackoff();
    const offset = Date.parse(message.at) - place.now();
    const isClockOff = message.type === 'alive' && Math.abs(offset - snapshot.clockOffsetMs) > CLOCK_TOLERANCE_MS;
    if (!changed && !isClockOff && caughtUp === wasCaughtUp) return;
    const now: Partial<LiveSnapshot> = { state: next.state, seq: next.seq, refusal: null };
    tell(
      { ...now, status: caughtUp ? 'live' : 'stale', ...(isClockOff ? { clockOffsetMs: offset } : {}) },
      changed ? message : null,
    );
  }

  function sendReport(): void {
    if (report !== null) line.send(JSON.stringify({ type: 'device.status', status: report }));
  }

  /**
   * Answers a heartbeat of the server now and then, because browsers answer pings even for a hanging page. Not
   * timer-based: timers of a hidden page run once a minute, while messages arrive at once.
   */
  function sayItRuns(): void {
    if (report !== null && signs % SAID_EVERY === 0) line.send(JSON.stringify({ type: 'device.status', status: {} }));
    signs += 1;
  }

  function tick(): void {
    // Timers of a hidden page are late anyway; late timers of a visible page mean that it was suspended.
    const hasSlept = place.isVisible() && place.now() - tickedAt > SLEPT_MS;
    tickedAt = place.now();
    tickTimer = place.setTimeout(tick, TICK_MS);
    if (hasSlept) line.renew();
  }

  /** The page is visible again, and may have been suspended. */
  function seenAgain(): void {
    tickedAt = place.now();
    if (place.isVisible() && (line.isWaiting() || place.now() - heardAt > SILENCE_MS)) line.renew();
  }

  const stops = [
    // This machine is reachable without a network.
    place.on('offline', () => {
      if (!LOOPBACK.test(new URL(place.href).hostname)) line.giveUp();
    }),
    place.on('online', line.renew),
    place.on('pageshow', seenAgain),
    place.on('visibilitychange', seenAgain),
  ];

  tick();

  return {
    current: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      listener(snapshot, null);
      return () => void listeners.delete(listener);
    },
    report(status) {
      report = { ...report, ...status };
      sendReport();
    },
    retry: line.renew,
    close() {
      listeners.clear();
      for (const stop of stops) stop();
      place.clearTimeout(tickTimer);
      line.close();
      snapshot = { ...snapshot, status: 'stale' };
    },
  };
}

/** Responses to an ordinary request that are no rejection: only the upgrade is missing, or the store is unavailable. */
const NO_REFUSALS: readonly number[] = [ERRNO.invalidParameters, ERRNO.storeUnreachable];

function refusalIn({ errno, error }: { readonly errno?: number; readonly error?: string }): FeedRefusal | null {
  return errno === undefined || NO_REFUSALS.includes(errno) ? null : { errno, error: error ?? '' };
}
