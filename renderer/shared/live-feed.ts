/**
 * A page's line to the events of one location. It is opened again for as long as the page lives, goes on where it
 * stopped, and says at once when what the page shows may be old: the machine slept, the network went, the server is
 * silent.
 */

import type { DeviceStatus } from '../../main/devices/contract/device-status.ts';
import type { DeviceActionsMessage, EventMessage, LiveState } from '../../main/events/contract/events.ts';
import { EVENTS_KEY_PREFIX, EVENTS_PATH, EVENTS_PROTOCOL } from '../../main/events/contract/events-line.ts';
import { ERRNO } from '../../main/lib/errno.ts';
import { openReconnectingSocket, type Timers } from '../../main/lib/reconnecting-socket.ts';
import { applyEvent, type Live } from './live-state.ts';

/** The server gives a sign of life every two seconds. */
const SILENCE_MS = 5_000;
/** A device says that its page runs at every second of them. */
const SAID_EVERY = 2;
/** How often the page looks at its own clock: a longer gap than the next means that it slept. */
const TICK_MS = 1_000;
const SLEPT_MS = 6_000;
const RETRY_FIRST_MS = 300;
const RETRY_LAST_MS = 10_000;
/** For who was refused: only somebody at the back office can change that. */
const RETRY_REFUSED_MS = 30_000;
/** Below this the page's clock is as good as the server's. */
const CLOCK_TOLERANCE_MS = 500;
/** From here on, closing codes are the server's own words: the key has ended, the location is gone. */
const APPLICATION_CLOSE = 4_000;
const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;

export interface FeedRefusal {
  /** As in the REST interface: 101 to 107 about keys, 119 a device switched off, 6 or 105 the location. */
  readonly errno: number;
  readonly error: string;
}

export interface LiveSnapshot {
  /** `stale`: `state` is what was known last, and may be old. */
  readonly status: 'live' | 'stale';
  /** Null until the first state has come. */
  readonly state: LiveState | null;
  readonly seq: number;
  /** Why the server does not let this page in; null while it does, or cannot be reached. */
  readonly refusal: FeedRefusal | null;
  /** Add to this page's clock to get the server's, in milliseconds. */
  readonly clockOffsetMs: number;
}

/** Told at every change. `message` is what caused it: null for a change of `status` alone. */
export type LiveListener = (snapshot: LiveSnapshot, message: EventMessage | null) => void;

export interface LiveFeed {
  current(): LiveSnapshot;
  /** Tells the snapshot now and at every change. Returns how to stop. */
  subscribe(listener: LiveListener): () => void;
  /** For displays and kiosks: how this device is. Said again after each connection. */
  report(status: Partial<DeviceStatus>): void;
  /** Tries again now: after a new key, or when the user asks. */
  retry(): void;
  close(): void;
}

export interface LiveFeedOptions {
  readonly location: string;
  /** The key of the user or the device, asked for at each connection; null or empty without one. */
  readonly key?: () => string | null;
  /** `public`: without names, notes and devices, whoever asks. Displays take this. */
  readonly view?: 'public';
  /** Which device this page is, where it has no key of its own. */
  readonly device?: string;
  /** Of a device whose report says what it `can`: what staff want it to do. */
  readonly onActions?: (actions: DeviceActionsMessage['actions']) => void;
}

/** What the feed needs of its surroundings; tests give their own. */
export interface FeedPlace extends Timers {
  /** Address of the page. */
  readonly href: string;
  readonly WebSocket: typeof WebSocket;
  readonly fetch: typeof fetch;
  now(): number;
  isVisible(): boolean;
  random(): number;
  /** `online`, `offline`, `visibilitychange`, `pageshow`. Returns how to stop. */
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
  /** Whether the connection that there is has told all that was missed. */
  let caughtUp = false;
  let report: Partial<DeviceStatus> | null = null;
  /** When something was heard last, or the connection was begun. */
  let heardAt = place.now();
  let tickedAt = place.now();
  let tickTimer: unknown = null;
  /** Signs of life that this connection has brought. */
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
        // There may be a reason that an ordinary request tells.
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

  /** A browser does not say why a connection was refused: the same address, asked as an ordinary request, does. */
  async function askWhy(): Promise<void> {
    try {
      const key = options.key?.() ?? '';
      const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
      const answer = await place.fetch(address('http'), { headers, cache: 'no-store' });
      const refusal = refusalIn((await answer.json()) as { readonly errno?: number; readonly error?: string });
      // Of a key that is another by now it says nothing.
      if (snapshot.status === 'live' || key !== (options.key?.() ?? '')) return;
      if (refusal?.errno !== snapshot.refusal?.errno) tell({ refusal }, null);
      if (refusal !== null && line.isWaiting()) line.retryIn(RETRY_REFUSED_MS);
    } catch {
      // It cannot be reached at all: that is what `stale` says.
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
    // The first sign of life comes after everything that was missed: only then is nothing old.
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
   * The server has given a sign of life, and wants one of the page now and then, because a browser answers pings for a page that
   * hangs. No timer says it: those of a hidden page come once a minute, while messages come at once.
   */
  function sayItRuns(): void {
    if (report !== null && signs % SAID_EVERY === 0) line.send(JSON.stringify({ type: 'device.status', status: {} }));
    signs += 1;
  }

  function tick(): void {
    // A hidden page's timers come late by themselves; a page that is seen has slept.
    const hasSlept = place.isVisible() && place.now() - tickedAt > SLEPT_MS;
    tickedAt = place.now();
    tickTimer = place.setTimeout(tick, TICK_MS);
    if (hasSlept) line.renew();
  }

  /** Somebody looks at the page again, which may have been put to sleep meanwhile. */
  function seenAgain(): void {
    tickedAt = place.now();
    if (place.isVisible() && (line.isWaiting() || place.now() - heardAt > SILENCE_MS)) line.renew();
  }

  const stops = [
    // The own machine can be reached without any network.
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

/** To an ordinary request: that only the upgrade is missing, or that the store is away for now. */
const NO_REFUSALS: readonly number[] = [ERRNO.invalidParameters, ERRNO.storeUnreachable];

function refusalIn({ errno, error }: { readonly errno?: number; readonly error?: string }): FeedRefusal | null {
  return errno === undefined || NO_REFUSALS.includes(errno) ? null : { errno, error: error ?? '' };
}
