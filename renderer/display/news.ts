/**
 * New calls to announce. Pure.
 *
 * A page that starts announces no old calls, and after a lost connection only recent ones; the others only appear in
 * the list.
 */
import type { EventMessage, EventTicket, LiveState } from '../../main/events/contract/events.ts';

export interface Call {
  readonly ticket: EventTicket;
  readonly again: boolean;
}

interface HeldCall extends Call {
  readonly at: string;
}

export interface News {
  /** Known calls; null before the first state. */
  readonly known: ReadonlySet<string> | null;
  /** Calls received during catch-up: their age is known at its end. */
  readonly held: readonly HeldCall[];
}

export interface FeedUpdate {
  readonly message: EventMessage | null;
  readonly status: 'live' | 'stale';
  /** The server's clock, epoch milliseconds. */
  readonly serverNow: number;
}

export const NO_NEWS: News = { known: null, held: [] };
/** An older call was seen on the screen, or was repeated. */
export const FRESH_MS = 30_000;
const IN_SERVICE = 2;
/** Limit for a display that runs for months; a state has fewer calls. */
export const MAX_KNOWN = 1_000;

interface Told {
  readonly news: News;
  readonly calls: readonly Call[];
  /** Ticket id of an undone call; empty: none. */
  readonly withdrawn: string;
}

/** Calls to announce, oldest first, calls to withdraw, and the new memory. */
export function hear(news: News, { message, status, serverNow }: FeedUpdate): Told {
  if (message?.type === 'state') return hearState(news, message.state, Date.parse(message.at));
  const call = callOf(message);
  const withdrawn = withdrawnBy(message);
  const known = call === null ? news.known : new Set([...(news.known ?? []), call.ticket.answer_id].slice(-MAX_KNOWN));
  const before = news.held.filter(({ ticket }) => ticket.ticket_id !== withdrawn);
  const held = call === null ? before : [...before, call];
  if (status === 'stale') return { news: { known, held }, calls: [], withdrawn };
  // Earlier held calls were missed, whichever message ends the catch-up.
  const missed = before.filter(({ at }) => isFresh(at, serverNow));
  return { news: { known, held: [] }, calls: call === null ? missed : [...missed, call], withdrawn };
}

/** A corrected ticket that is not in service is no longer called. */
function withdrawnBy(message: EventMessage | null): string {
  return message?.type === 'ticket.changed' && message.ticket.state !== IN_SERVICE ? message.ticket.ticket_id : '';
}

function hearState(news: News, state: LiveState, serverNow: number): Told {
  const { known } = news;
  const seen = new Map([...state.last_calls, ...state.calls].map((ticket) => [ticket.answer_id, ticket]));
  const fresh =
    known === null
      ? []
      : [...seen.values()].filter(
          ({ answer_id, called_at }) => answer_id !== '' && !known.has(answer_id) && isFresh(called_at, serverNow),
        );
  fresh.sort((a, b) => Date.parse(a.called_at) - Date.parse(b.called_at));
  return {
    news: { known: new Set(seen.keys()), held: [] },
    calls: fresh.map((ticket) => ({ ticket, again: false })),
    withdrawn: '',
  };
}

function callOf(message: EventMessage | null): HeldCall | null {
  if (message?.type === 'ticket.called') return { ticket: message.ticket, again: false, at: message.at };
  if (message?.type === 'ticket.recalled') return { ticket: message.ticket, again: true, at: message.at };
  return null;
}

function isFresh(at: string, serverNow: number): boolean {
  return serverNow - Date.parse(at) <= FRESH_MS;
}
