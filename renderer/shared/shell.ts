/** Shell of the kiosk page: Electron IPC or WebSocket. */
import type { KioskReply, KioskState, Shell } from '../../main/kiosk/contract/kiosk.ts';
import { openReconnectingSocket } from '../../main/lib/reconnecting-socket.ts';
import { createFreshPage } from './fresh-page.ts';
import { goPairing } from './redirect-to-pairing.ts';
import { browserMemory } from './storage.ts';

/** What the Electron preload puts on the page's window. */
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

/** Under this name a page on the machine itself keeps what lets it in. */
const SESSION = 'kiosk-session';
/** How the program closes the line of a page that it does not let in. */
const NOT_LET_IN = 1008;
const SILENCE_MS = 12_000;
const CALL_TIMEOUT_MS = 10_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 5_000;

const AWAY: KioskReply = { ok: false, error: { code: 'not-allowed', message: 'The host cannot be reached just now.' } };

/** The shell that this page runs in: Electron's if its preload is there, else the browser's over a WebSocket. */
export function openShell(): Shell {
  return (window as ShellWindow).takeANumber ?? browserShell(shellAddress(window.location));
}

/** `shell` beside the page, whether the page's address ends in `/kiosk`, `/kiosk/` or `/kiosk/index.html`. */
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
 * A page brings what it may in the part of its address that is never sent: one on another machine the key of its device
 * (`https://queue.example/kiosk?device=kiosk-2#key=tan_…`), one on the machine itself a token that is good once
 * (`#token=…`). For that it gets a session, which it keeps.
 */
export function shellProtocols(page: { readonly hash: string }, session: string | null): string[] {
  const brought = new URLSearchParams(page.hash.slice(1));
  const proofs = { key: brought.get('key'), token: brought.get('token'), session };
  return ['take-a-number', ...Object.entries(proofs).flatMap(([kind, proof]) => (proof ? [`${kind}.${proof}`] : []))];
}

/** Each kiosk that this browser shows has a session of its own. */
const sessionName = (): string => SESSION + window.location.search;

/** A token that was used is of no use to anybody, and does not stay in the address. */
function keepSession(session: string): void {
  browserMemory.write(sessionName(), session);
  const brought = new URLSearchParams(window.location.hash.slice(1));
  if (!brought.has('token')) return;
  brought.delete('token');
  const { pathname, search } = window.location;
  window.history.replaceState(null, '', `${pathname}${search}${brought.size === 0 ? '' : `#${brought}`}`);
}

/**
 * A shell over one WebSocket that is opened again for as long as the page lives. Listeners hear `null` as soon as the
 * connection is lost, or silent for longer than the host's own sign of life allows.
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
        // Nobody but a screen that has no good key hears this before its first state.
        if (code === NOT_LET_IN && state === null) void goPairing(window.location.hash.includes('key='));
        for (const answer of waiting.values()) answer(AWAY);
        waiting.clear();
        tell(null);
      },
    },
    window,
  );

  /** As a call, which a program that does not know it only refuses. No answer is waited for. */
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
