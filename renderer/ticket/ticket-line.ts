/**
 * Connection of the page to its ticket.
 *
 * It reconnects as long as the page exists, and reports at once when the shown state may be outdated: after sleep,
 * network loss or silence of the server.
 */

import { openReconnectingSocket } from '../../main/lib/reconnecting-socket.ts';
import { ERRNO } from '../../main/lib/result.ts';
import { LEAVE_QUEUE, LOOKUP_TICKET } from '../../main/visitor-phone/contract/endpoints.ts';
import {
  PHONE_ALIVE_MS,
  PHONE_CLOSE,
  PHONE_LINE_PATH,
  PHONE_PROTOCOL,
  PHONE_SECRET_PREFIX,
} from '../../main/visitor-phone/contract/phone-protocol.ts';
import type { PhoneMessage, PhoneTicket } from '../../main/visitor-phone/contract/rest/phone-tickets.ts';
import { createRest, type RestResult } from '../shared/api-client.ts';
import { wallClock } from '../shared/time.ts';

/** Known state of the ticket. `wait`: too many wrong URLs were tried from this network. */
export interface LineNews {
  readonly status: 'starting' | 'live' | 'stale' | 'unknown' | 'wait';
  readonly ticket: PhoneTicket | null;
  /** Time of the state by the server's clock; 0 if unknown. */
  readonly at: number;
}

export interface TicketLine {
  /** Retries now. */
  retry(): void;
  /** Leaves the queue. */
  leave(): Promise<RestResult<object>>;
}

const SILENCE_MS = 2 * PHONE_ALIVE_MS + 2_000;
/** Timeout for connecting, shorter than the browser's, because the network may have changed. */
const OPEN_TIMEOUT_MS = 8_000;
const RETRY_FIRST_MS = 500;
const RETRY_LAST_MS = 15_000;
/** Retry interval for a blocked network. */
const RETRY_REFUSED_MS = 60_000;
/** After a longer absence the page reconnects at once. */
const SLEPT_MS = 3_000;

const UNKNOWN_ERRNOS: readonly number[] = [ERRNO.invalidParameters, ERRNO.notFound];

export function openTicketLine(secret: string, tell: (news: LineNews) => void): TicketLine {
  const rest = createRest();
  let news: LineNews = { status: 'starting', ticket: null, at: 0 };
  let hiddenAt = 0;

  const line = openReconnectingSocket(
    {
      connect,
      silenceMs: SILENCE_MS,
      firstSilenceMs: OPEN_TIMEOUT_MS,
      retryFirstMs: RETRY_FIRST_MS,
      retryLastMs: RETRY_LAST_MS,
      random: Math.random,
      onMessage(message) {
        line.resetBackoff();
        take(message as PhoneMessage);
      },
      onLost(why, code) {
        if (code === PHONE_CLOSE.ticketGone) {
          refused('unknown');
          return;
        }
        if (news.status === 'live') show({ status: 'stale' });
        if (why === 'refused') void askWhy();
      },
    },
    window,
  );

  function show(change: Partial<LineNews>): void {
    news = { ...news, ...change };
    tell(news);
  }

  function refused(status: 'unknown' | 'wait'): void {
    show({ status, ticket: null });
    // A deleted ticket stays deleted: retry only on request.
    line.retryIn(status === 'wait' ? RETRY_REFUSED_MS : null);
  }

  /** Browsers hide why a connection was refused; an ordinary request shows it. */
  async function askWhy(): Promise<void> {
    const asked = await rest.call(LOOKUP_TICKET, { secret });
    if (news.status === 'live') return;
    if (asked.ok) return show({ status: 'stale', ticket: asked.value.ticket, at: wallClock() });
    const errno = asked.error.kind === 'refused' ? asked.error.errno : 0;
    if (errno === ERRNO.tooMany) refused('wait');
    else if (UNKNOWN_ERRNOS.includes(errno)) refused('unknown');
    else if (news.status === 'starting') show({ status: 'stale' });
  }

  function take(message: PhoneMessage): void {
    const at = Date.parse(message.at);
    if (message.type === 'ticket') show({ status: 'live', ticket: message.ticket, at });
    else if (message.type === 'place' && news.ticket !== null) {
      const { before, wait_seconds } = message;
      show({ status: 'live', ticket: { ...news.ticket, before, wait_seconds }, at });
    } else if (news.ticket !== null) show({ at });
  }

  function connect(): WebSocket {
    const address = new URL(`..${PHONE_LINE_PATH}`, window.location.href);
    address.protocol = address.protocol.replace('http', 'ws');
    return new WebSocket(address, [PHONE_PROTOCOL, PHONE_SECRET_PREFIX + secret]);
  }

  /** Page visible again: reconnects, and shows the state as outdated until then. */
  function wake(): void {
    if (document.visibilityState === 'hidden') {
      hiddenAt = wallClock();
    } else if (line.isWaiting() || (hiddenAt > 0 && wallClock() - hiddenAt > SLEPT_MS)) {
      hiddenAt = 0;
      line.renew();
    }
  }

  window.addEventListener('online', line.renew);
  window.addEventListener('offline', () => {
    line.giveUp();
    line.retryIn(RETRY_LAST_MS);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) line.renew();
  });
  document.addEventListener('visibilitychange', wake);
  // Phones freeze hidden pages, some without an event.
  document.addEventListener('resume', line.renew);

  return { retry: line.renew, leave: () => rest.call(LEAVE_QUEUE, { secret }) };
}
