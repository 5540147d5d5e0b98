/**
 * WebSocket that reconnects for as long as its owner lives.
 *
 * It reconnects with growing delays, and also if an open socket is silent. Its owner defines messages and the need for
 * a new connection.
 */

/** The used part of a WebSocket, of a browser or of `ws`. */
export interface OneSocket {
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** As in `window`; programs and tests provide their own. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** `refused`: closed before it was open, for a reason that browsers hide. `given-up`: closed by its owner. */
export type Loss = 'refused' | 'closed' | 'silent' | 'given-up';

export interface ReconnectingOptions {
  /** Opens the next connection, with the present key and URL. */
  connect(): OneSocket;
  /** Timeout of a connection without messages. */
  readonly silenceMs: number;
  /** Timeout before the first message, including the connect; by default `silenceMs`. */
  readonly firstSilenceMs?: number;
  readonly retryFirstMs: number;
  /** Maximum delay; it doubles until `resetBackoff`. */
  readonly retryLastMs: number;
  /**
   * Jitter from 0 to 1, for half to one and a half times the delay, so that many pages do not reconnect at once.
   * Without it there is no jitter.
   */
  random?(): number;
  onOpen?(): void;
  /** Receives JSON objects. Other messages do not count as a sign of life. */
  onMessage(message: object): void;
  /**
   * The connection is lost, and the next follows after the delay, unless `retryIn` changes it.
   * @param code close code; 0 without one
   */
  onLost(why: Loss, code: number): void;
}

export interface ReconnectingSocket {
  /** Sends a text; false without an open connection. */
  send(text: string): boolean;
  /** There is neither a connection nor an attempt. */
  isWaiting(): boolean;
  /** The connection works: the next delay is the shortest again. */
  resetBackoff(): void;
  /** Replaces the delay, unless there is a connection by then; null: only `renew` reconnects. */
  retryIn(ms: number | null): void;
  /** Closes the connection; the next follows after the delay. */
  giveUp(): void;
  /** Closes the connection, and reconnects at once. */
  renew(): void;
  /** Closes permanently, without further callbacks. */
  close(): void;
}

export function openReconnectingSocket(options: ReconnectingOptions, timers: Timers): ReconnectingSocket {
  const { silenceMs, firstSilenceMs = silenceMs, retryFirstMs, retryLastMs } = options;
  let socket: OneSocket | null = null;
  let backoffMs = retryFirstMs;
  let retryTimer: unknown = null;
  let silenceTimer: unknown = null;
  let isClosed = false;

  function end(): void {
    const old = socket;
    socket = null;
    timers.clearTimeout(silenceTimer);
    old?.close();
  }

  function retryIn(ms: number | null): void {
    timers.clearTimeout(retryTimer);
    if (ms !== null && !isClosed) retryTimer = timers.setTimeout(open, ms);
  }

  function lost(mine: OneSocket, why: Loss, code = 0): void {
    if (socket !== mine) return;
    end();
    retryIn(backoffMs * (0.5 + (options.random?.() ?? 0.5)));
    backoffMs = Math.min(backoffMs * 2, retryLastMs);
    options.onLost(why, code);
  }

  function waitForWord(mine: OneSocket, ms: number): void {
    timers.clearTimeout(silenceTimer);
    silenceTimer = timers.setTimeout(() => lost(mine, 'silent'), ms);
  }

  function open(): void {
    if (socket !== null) return;
    const mine = options.connect();
    let wasOpen = false;
    socket = mine;
    waitForWord(mine, firstSilenceMs);
    mine.addEventListener('open', () => {
      wasOpen = true;
      if (socket === mine) options.onOpen?.();
    });
    mine.addEventListener('message', ({ data }) => {
      const message = socket === mine ? parse(data) : null;
      if (message === null) return;
      waitForWord(mine, silenceMs);
      options.onMessage(message);
    });
    // An error is always followed by a close.
    mine.addEventListener('close', ({ code }) => lost(mine, wasOpen ? 'closed' : 'refused', code));
  }

  function giveUp(): void {
    if (socket !== null) lost(socket, 'given-up');
  }

  function resetBackoff(): void {
    backoffMs = retryFirstMs;
  }

  open();

  return {
    send(text) {
      if (socket === null || socket.readyState !== socket.OPEN) return false;
      socket.send(text);
      return true;
    },
    isWaiting: () => socket === null,
    resetBackoff,
    retryIn,
    giveUp,
    renew() {
      giveUp();
      resetBackoff();
      retryIn(0);
    },
    close() {
      isClosed = true;
      retryIn(null);
      end();
    },
  };
}

/** Messages come from our own server, which validates its input: an object is enough. */
function parse(data: unknown): object | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
