/** Shell of the kiosk page: Electron IPC or WebSocket. */
import type { KioskReply, KioskState, Shell } from '../../main/kiosk/contract/kiosk.ts';
import { openReconnectingSocket } from '../../main/lib/reconnecting-socket.ts';
import { createFreshPage } from './fresh-page.ts';
import { goPairing } from './redirect-to-pairing.ts';
import { browserMemory } from './storage.ts';

/** Added to the window by the Electron preload script. */
interface ShellWindow {
  readonly takeANumber?: Shell;
}

type HostMessage =
  | { readonly id: number; readonly answer: KioskReply }
  | { readonly state: KioskState }
  | { readonly session: string }
  | { readonly reload: true }
  | { readonly run: string }
  | { readonly alive: true };

type Listener = (state: KioskState | null) => void;

/** Storage key of the session of a page on the kiosk's own machine. */
const SESSION = 'kiosk-session';
/** Close code of the program for a rejected page. */
const NOT_LET_IN = 1008;
const SILENCE_MS = 12_000;
const CALL_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 5_000;

const AWAY: KioskReply = { ok: false, error: { code: 'not-allowed', message: 'The host cannot be reached just now.' } };

/** Electron's shell if its preload script is present, else a WebSocket. */
export function openShell(): Shell {
  return (window as ShellWindow).takeANumber ?? browserShell(shellAddress(window.location));
}

/** `shell` next to the page, whether its URL ends in `/kiosk`, `/kiosk/` or `/kiosk/index.html`. */
export function shellAddress(page: { readonly href: string }): string {
  const url = new URL(page.href);
  const last = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  if (last !== '' && !last.includes('.')) url.pathname += '/';
  const address = new URL('shell', url);
  address.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  address.search = url.search;
  return address.href;
}

/**
 * Credentials from the URL fragment, which is never sent. On another machine: the device key
 * (`https://queue.example/kiosk?device=kiosk-2#key=tan_…`). On the same machine: a one-time token (`#token=…`), which
 * is exchanged for a stored session.
 */
export function shellProtocols(page: { readonly hash: string }, session: string | null): string[] {
  const brought = new URLSearchParams(page.hash.slice(1));
  const proofs = { key: brought.get('key'), token: brought.get('token'), session };
  return ['take-a-number', ...Object.entries(proofs).flatMap(([kind, proof]) => (proof ? [`${kind}.${proof}`] : []))];
}

/** Each kiosk in this browser has its own session. */
const sessionName = (): string => SESSION + window.location.search;

/** Stores the session, and removes the used token from the URL. */
function keepSession(session: string): void {
  browserMemory.write(sessionName(), session);
  const brought = new URLSearchParams(window.location.hash.slice(1));
  if (!brought.has('token')) return;
  brought.delete('token');
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', `${pathname}${search}${brought.size === 0 ? '' : `#${brought}`}`);
}

/**
 * Shell over a WebSocket that reconnects as long as the page exists. Listeners receive `null` when the connection is
 * lost, or silent for longer than the host's heartbeat allows.
 */
function browserShell(address: string): Shell {
  const listeners = new Set<Listener>();
  const waiting = new Map<number, (answer: KioskReply) => void>();
  let state: KioskState | null = null;
  let nextId = 1;
  const fresh = createFreshPage();

  const tell = (next: KioskState | null): void => {
    if (next === null && state === null) return;
    state = next;
    for (const listener of listeners) listener(state);
  };

  const line = openReconnectingSocket(
    {
      connect: () => new WebSocket(address, shellProtocols(window.location, browserMemory.read(sessionName()))),
      silenceMs: SILENCE_MS,
      retryFirstMs: RETRY_FIRST_MS,
      retryLastMs: RETRY_LAST_MS,
      onOpen: sayItRuns,
      onMessage(message) {
        take(message as HostMessage);
      },
      onLost(_why, code) {
        // Only a screen without a valid key gets this code before its first state.
        if (code === NOT_LET_IN && state === null) void goPairing(window.location.hash.includes('key='));
        for (const answer of waiting.values()) answer(AWAY);
        waiting.clear();
        tell(null);
      },
    },
    window,
  );

  /** Sent as a call, which older programs only reject. No response is expected. */
  function sayItRuns(): void {
    line.send('{"id":0,"call":"alive"}');
  }

  function take(message: HostMessage): void {
    if ('state' in message) {
      line.resetBackoff();
      tell(message.state);
      fresh.shows(message.state.screen.name);
    } else if ('run' in message) {
      fresh.hears(message.run);
    } else if ('reload' in message) {
      window.location.reload();
    } else if ('session' in message) {
      keepSession(message.session);
    } else if ('answer' in message) {
      waiting.get(message.id)?.(message.answer);
    } else if ('alive' in message) {
      sayItRuns();
    }
  }

  return {
    call(name, input) {
      const id = nextId++;
      if (!line.send(JSON.stringify({ id, call: name, input }))) return Promise.resolve(AWAY);
      return new Promise((resolve) => {
        const settle = (answer: KioskReply): void => {
          window.clearTimeout(deadline);
          waiting.delete(id);
          resolve(answer);
        };
        const deadline = window.setTimeout(() => settle(AWAY), CALL_TIMEOUT_MS);
        waiting.set(id, settle);
      });
    },
    subscribe(listener) {
      listeners.add(listener);
      listener(state);
      return () => listeners.delete(listener);
    },
  };
}
