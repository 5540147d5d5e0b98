/**
 * The page's line to its one ticket. It is opened again for as long as the page lives, and says at once when what the
 * page shows may be old: the phone slept, the network went, the server is silent.
 */

import type { Static } from 'typebox';
import { ERRNO } from '../../main/contract/errno.ts';
import {
  PHONE_ALIVE_MS,
  PHONE_CLOSE,
  PHONE_LINE_PATH,
  PHONE_PROTOCOL,
  PHONE_SECRET_PREFIX,
} from '../../main/contract/phone-line.ts';
import type { PhoneMessage, PhoneTicket, PhoneTicketAnswer } from '../../main/contract/rest/phone-tickets.ts';
import { createRest, type RestResult } from '../shared/rest.ts';
import { wallClock } from '../shared/time.ts';

/** What is known of the ticket, and how well. `wait`: too many wrong addresses came from here. */
export interface LineNews {
  readonly status: 'starting' | 'live' | 'stale' | 'unknown' | 'wait';
  readonly ticket: PhoneTicket | null;
  /** By the server's clock, when it was so; 0 before anything is known. */
  readonly at: number;
}

export interface TicketLine {
  /** Tries again now. */
  retry(): void;
  /** The visitor leaves the queue. */
  leave(): Promise<RestResult<object>>;
}

const SILENCE_MS = 2 * PHONE_ALIVE_MS + 2_000;
/** Another network must not be waited for as long as the browser would. */
const OPEN_TIMEOUT_MS = 8_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 15_000;
/** For a network that is kept waiting. */
const RETRY_REFUSED_MS = 60_000;
/** Who was away from the screen for longer looks again at once. */
const SLEPT_MS = 3_000;

const UNKNOWN_ERRNOS: readonly number[] = [ERRNO.invalidParameters, ERRNO.notFound];

export function openTicketLine(secret: string, tell: (news: LineNews) => void): TicketLine {
  const rest = createRest();
  let news: LineNews = { status: 'starting', ticket: null, at: 0 };
  let socket: WebSocket | null = null;
  let retryMs = RETRY_FIRST_MS;
  let retryTimer = 0;
  let silenceTimer = 0;
  let hiddenAt = 0;

  function show(change: Partial<LineNews>): void {
    news = { ...news, ...change };
    tell(news);
  }

  function stale(): void {
    if (news.status === 'live') show({ status: 'stale' });
  }

  function drop(): void {
    const old = socket;
    socket = null;
    window.clearTimeout(silenceTimer);
    old?.close();
  }

  function again(ms: number): void {
    window.clearTimeout(retryTimer);
    retryTimer = window.setTimeout(open, ms);
  }

  function lost(mine: WebSocket, code: number, isLetIn: boolean): void {
    if (socket !== mine) return;
    drop();
    if (code === PHONE_CLOSE.ticketGone) {
      refused('unknown');
      return;
    }
    stale();
    if (!isLetIn) void askWhy();
    // A hall full of phones must not come back in the same moment.
    again(retryMs * (0.5 + Math.random()));
    retryMs = Math.min(retryMs * 2, RETRY_LAST_MS);
  }

  function refused(status: 'unknown' | 'wait'): void {
    show({ status, ticket: null });
    window.clearTimeout(retryTimer);
    // A ticket that is gone stays gone: only somebody who looks again wants to know.
    if (status === 'wait') again(RETRY_REFUSED_MS);
  }

  /** A browser does not say why a connection was refused: an ordinary request does. */
  async function askWhy(): Promise<void> {
    const asked = await rest.post<Static<typeof PhoneTicketAnswer>>('v2/tickets/lookup', { secret });
    if (news.status === 'live') return;
    if (asked.ok) return show({ status: 'stale', ticket: asked.value.ticket, at: wallClock() });
    const errno = asked.error.kind === 'refused' ? asked.error.errno : 0;
    if (errno === ERRNO.tooMany) refused('wait');
    else if (UNKNOWN_ERRNOS.includes(errno)) refused('unknown');
    else if (news.status === 'starting') show({ status: 'stale' });
  }

  function heard(mine: WebSocket, ms = SILENCE_MS): void {
    window.clearTimeout(silenceTimer);
    silenceTimer = window.setTimeout(() => lost(mine, 0, true), ms);
  }

  function take(message: PhoneMessage): void {
    const at = Date.parse(message.at);
    if (message.type === 'ticket') show({ status: 'live', ticket: message.ticket, at });
    else if (message.type === 'place' && news.ticket !== null) {
      const { before, wait_seconds } = message;
      show({ status: 'live', ticket: { ...news.ticket, before, wait_seconds }, at });
    } else if (news.ticket !== null) show({ at });
  }

  function open(): void {
    window.clearTimeout(retryTimer);
    if (socket !== null) return;
    const address = new URL(`..${PHONE_LINE_PATH}`, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    const mine = new WebSocket(address, [PHONE_PROTOCOL, PHONE_SECRET_PREFIX + secret]);
    let isLetIn = false;
    socket = mine;
    heard(mine, OPEN_TIMEOUT_MS);
    mine.addEventListener('open', () => {
      isLetIn = true;
    });
    mine.addEventListener('message', ({ data }) => {
      if (socket !== mine) return;
      retryMs = RETRY_FIRST_MS;
      heard(mine);
      take(JSON.parse(String(data)) as PhoneMessage);
    });
    mine.addEventListener('close', ({ code }) => lost(mine, code, isLetIn));
  }

  function now(): void {
    retryMs = RETRY_FIRST_MS;
    drop();
    stale();
    open();
  }

  /** Back on the screen: whatever was missed is there in a moment, and until then is said to be missing. */
  function wake(): void {
    if (document.visibilityState === 'hidden') {
      hiddenAt = wallClock();
    } else if (socket === null || (hiddenAt > 0 && wallClock() - hiddenAt > SLEPT_MS)) {
      hiddenAt = 0;
      now();
    }
  }

  window.addEventListener('online', now);
  window.addEventListener('offline', () => {
    drop();
    stale();
    again(RETRY_LAST_MS);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) now();
  });
  document.addEventListener('visibilitychange', wake);
  // Phones freeze pages that are not looked at, some without another word.
  document.addEventListener('resume', now);
  open();

  return { retry: now, leave: () => rest.post('v2/tickets/leave', { secret }) };
}
