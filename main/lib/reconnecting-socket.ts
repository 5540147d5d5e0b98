/**
 * WebSocket that reconnects for as long as its owner lives.
 *
 * It reconnects with growing delays, and also if an open socket is silent. Its owner defines messages and the need for
 * a new connection.
 */

/** What is needed of a WebSocket, be it a browser's or that of `ws`. */
export interface OneSocket {
  readonly readyState: number;
  readonly OPEN: number;
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number }) => void): void;
}

/** As `window` has them; a program and tests give their own. */
export interface Timers {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** `refused`: it ended before it was open, and a browser does not say why. `given-up`: its owner did not want it. */
export type Loss = 'refused' | 'closed' | 'silent' | 'given-up';

export interface ReconnectingOptions {
  /** The next connection, made anew each time: keys and addresses change. */
  connect(): OneSocket;
  /** For how long a connection may say nothing. */
  readonly silenceMs: number;
  /** The same before its first message, while it is being opened too; `silenceMs` when it is left out. */
  readonly firstSilenceMs?: number;
  readonly retryFirstMs: number;
  /** The pause doubles up to here, until `resetBackoff`. */
  readonly retryLastMs: number;
  /**
   * From 0 to 1, for pauses of a half to one and a half: a hall full of pages must not come back in the same moment.
   * Without it each pause is as long as it says.
   */
  random?(): number;
  onOpen?(): void;
  /** What comes as a JSON object. Anything else is no sign of life. */
  onMessage(message: object): void;
  /**
   * The connection is gone, and the next is due after the pause: `retryIn` says otherwise.
   * @param code with which it was closed; 0 without one.
   */
  onLost(why: Loss, code: number): void;
}

export interface ReconnectingSocket {
  /** Whether it could be sent: there is a connection, and it is open. */
  send(text: string): boolean;
  /** No connection is there or being made. */
  isWaiting(): boolean;
  /** This connection is good: the next pause is the shortest again. */
  resetBackoff(): void;
  /** Instead of the pause, when there is no connection by then; null: not before `renew`. */
  retryIn(ms: number | null): void;
  /** Ends the connection there is; the next comes after the pause. */
  giveUp(): void;
  /** Ends the connection there is, and makes the next at once. */
  renew(): void;
  /** For good; nothing is told from then on. */
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
    // An error needs no ear of its own: what fails is closed as well.
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

/** The server is our own and checks what it is sent: that it is an object is enough. */
function parse(data: unknown): object | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
