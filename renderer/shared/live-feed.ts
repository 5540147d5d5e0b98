/**
 * A page's line to the events of one location. It is opened again for as long as the page lives, goes on where it
 * stopped, and says at once when what the page shows may be old: the machine slept, the network went, the server is
 * silent.
 */
import { ERRNO } from '../../main/contract/errno.ts';
import type { DeviceStatus, EventMessage, LiveState } from '../../main/contract/events.ts';
import { applyEvent, type Live } from './live-state.ts';

/** As the contract has them; of the messages' schemas, which are large, the page imports types only. */
const PATH = '/restapi/v2/events';
const PROTOCOL = 'take-a-number';
const KEY_PREFIX = 'bearer.';

/** The server gives a sign of life every two seconds. */
const SILENCE_MS = 5_000;
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
}

/** What the feed needs of its surroundings; tests give their own. */
export interface FeedPlace {
  /** Address of the page. */
  readonly href: string;
  readonly WebSocket: typeof WebSocket;
  readonly fetch: typeof fetch;
  now(): number;
  isVisible(): boolean;
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
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
  let socket: WebSocket | null = null;
  /** Whether the connection that there is has told all that was missed. */
  let caughtUp = false;
  let report: Partial<DeviceStatus> | null = null;
  let retryMs = RETRY_FIRST_MS;
  let retryTimer: unknown = null;
  /** When something was heard last, or the connection was begun. */
  let heardAt = place.now();
  let tickedAt = place.now();
  let tickTimer: unknown = null;
  let closed = false;

  function tell(change: Partial<LiveSnapshot>, message: EventMessage | null): void {
    snapshot = { ...snapshot, ...change };
    for (const listener of [...listeners]) listener(snapshot, message);
  }

  function drop(): void {
    const old = socket;
    socket = null;
    caughtUp = false;
    old?.close();
    if (snapshot.status === 'live') tell({ status: 'stale' }, null);
  }

  function openIn(ms: number): void {
    if (closed) return;
    place.clearTimeout(retryTimer);
    retryTimer = place.setTimeout(open, ms);
  }

  /** @param mayBeRefused there may be a reason that an ordinary request tells. */
  function lost(mine: WebSocket, mayBeRefused: boolean): void {
    if (socket !== mine) return;
    drop();
    if (mayBeRefused) void askWhy();
    openIn(snapshot.refusal === null ? retryMs * (0.5 + place.random()) : RETRY_REFUSED_MS);
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
  }

  function openAnew(): void {
    if (closed) return;
    retryMs = RETRY_FIRST_MS;
    drop();
    openIn(0);
  }

  /** A browser does not say why a connection was refused: the same address, asked as an ordinary request, does. */
  async function askWhy(): Promise<void> {
    try {
      const key = options.key?.() ?? '';
      const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` };
      const answer = await place.fetch(address('http'), { headers, cache: 'no-store' });
      const refusal = refusalIn((await answer.json()) as { readonly errno?: number; readonly error?: string });
      if (closed || snapshot.status === 'live') return;
      if (refusal?.errno !== snapshot.refusal?.errno) tell({ refusal }, null);
      if (refusal !== null && socket === null) openIn(RETRY_REFUSED_MS);
    } catch {
      // It cannot be reached at all: that is what `stale` says.
    }
  }

  function address(scheme: 'ws' | 'http'): string {
    const url = new URL(PATH, place.href);
    url.protocol = url.protocol === 'https:' ? `${scheme}s:` : `${scheme}:`;
    url.searchParams.set('location', options.location);
    if (options.view !== undefined) url.searchParams.set('view', options.view);
    if (options.device !== undefined) url.searchParams.set('device', options.device);
    if (live !== null) url.searchParams.set('since', String(live.seq));
    return url.href;
  }

  function take(mine: WebSocket, message: EventMessage): void {
    const next = applyEvent(live, message);
    if (next === 'gap') {
      live = null;
      lost(mine, false);
      return;
    }
    const changed = next !== live;
    live = next;
    const wasCaughtUp = caughtUp;
    // The first sign of life comes after everything that was missed: only then is nothing old.
    caughtUp ||= message.type === 'state' || message.type === 'alive';
    if (caughtUp) retryMs = RETRY_FIRST_MS;
    const offset = Date.parse(message.at) - place.now();
    const isClockOff = message.type === 'alive' && Math.abs(offset - snapshot.clockOffsetMs) > CLOCK_TOLERANCE_MS;
    if (!changed && !isClockOff && caughtUp === wasCaughtUp) return;
    const now: Partial<LiveSnapshot> = { state: next.state, seq: next.seq, refusal: null };
    tell(
      { ...now, status: caughtUp ? 'live' : 'stale', ...(isClockOff ? { clockOffsetMs: offset } : {}) },
      changed ? message : null,
    );
  }

  function open(): void {
    if (closed || socket !== null) return;
    const key = options.key?.() ?? '';
    const mine = new place.WebSocket(address('ws'), key === '' ? [PROTOCOL] : [PROTOCOL, `${KEY_PREFIX}${key}`]);
    let wasOpen = false;
    socket = mine;
    heardAt = place.now();
    mine.addEventListener('open', () => {
      wasOpen = true;
      if (socket === mine) sendReport();
    });
    mine.addEventListener('message', (event) => {
      const message = socket === mine ? parse(event.data) : null;
      if (message === null) return;
      heardAt = place.now();
      take(mine, message);
    });
    mine.addEventListener('close', ({ code }) => lost(mine, !wasOpen || code >= APPLICATION_CLOSE));
    mine.addEventListener('error', () => lost(mine, !wasOpen));
  }

  function sendReport(): void {
    if (report === null || socket?.readyState !== place.WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: 'device.status', status: report }));
  }

  function isSilent(): boolean {
    return socket !== null && place.now() - heardAt > SILENCE_MS;
  }

  function tick(): void {
    // A hidden page's timers come late by themselves; a page that is seen has slept.
    const hasSlept = place.isVisible() && place.now() - tickedAt > SLEPT_MS;
    tickedAt = place.now();
    tickTimer = place.setTimeout(tick, TICK_MS);
    if (hasSlept || isSilent()) openAnew();
  }

  /** Somebody looks at the page again, which may have been put to sleep meanwhile. */
  function seenAgain(): void {
    tickedAt = place.now();
    if (place.isVisible() && (socket === null || isSilent())) openAnew();
  }

  const stops = [
    // The own machine can be reached without any network.
    place.on('offline', () => {
      if (!LOOPBACK.test(new URL(place.href).hostname) && socket !== null) lost(socket, false);
    }),
    place.on('online', openAnew),
    place.on('pageshow', seenAgain),
    place.on('visibilitychange', seenAgain),
  ];

  tick();
  open();

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
    retry: openAnew,
    close() {
      closed = true;
      listeners.clear();
      for (const stop of stops) stop();
      place.clearTimeout(retryTimer);
      place.clearTimeout(tickTimer);
      drop();
    },
  };
}

/** To an ordinary request: that only the upgrade is missing, or that the store is away for now. */
const NO_REFUSALS: readonly number[] = [ERRNO.invalidParameters, ERRNO.storeUnreachable];

function refusalIn({ errno, error }: { readonly errno?: number; readonly error?: string }): FeedRefusal | null {
  return errno === undefined || NO_REFUSALS.includes(errno) ? null : { errno, error: error ?? '' };
}

/** The server is our own: it is enough that a message is an object with a type. */
function parse(data: unknown): EventMessage | null {
  if (typeof data !== 'string') return null;
  try {
    const message: unknown = JSON.parse(data);
    return typeof message === 'object' && message !== null && 'type' in message ? (message as EventMessage) : null;
  } catch {
    return null;
  }
}
