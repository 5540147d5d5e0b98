/**
 * New calls to announce.
 *
 * Who joins late announces nothing old, and after a lost connection only what was called a moment ago is announced;
 * the rest just stands in the list. Pure.
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
  /** Calls that have been seen; null before the first state. */
  readonly known: ReadonlySet<string> | null;
  /** Calls that came while it was catching up: how old they are is known when it has. */
  readonly held: readonly HeldCall[];
}

export interface FeedUpdate {
  readonly message: EventMessage | null;
  readonly status: 'live' | 'stale';
  /** The server's clock now, epoch milliseconds. */
  readonly serverNow: number;
}

export const NO_NEWS: News = { known: null, held: [] };
/** Somebody who was called so long ago has looked at the screen already, or has been called again. */
export const FRESH_MS = 30_000;
const IN_SERVICE = 2;
/** A display runs for months; a state holds no more calls than this. */
export const MAX_KNOWN = 1_000;

interface Told {
  readonly news: News;
  readonly calls: readonly Call[];
  /** Id of a ticket whose call is taken back; empty: none is. */
  readonly withdrawn: string;
}

/** What is to be announced, oldest first, what is not to be announced any more, and what to remember. */
export function hear(news: News, { message, status, serverNow }: FeedUpdate): Told {
  if (message?.type === 'state') return hearState(news, message.state, Date.parse(message.at));
  const call = callOf(message);
  const withdrawn = withdrawnBy(message);
  const known = call === null ? news.known : new Set([...(news.known ?? []), call.ticket.answer_id].slice(-MAX_KNOWN));
  const before = news.held.filter(({ ticket }) => ticket.ticket_id !== withdrawn);
  const held = call === null ? before : [...before, call];
  if (status === 'stale') return { news: { known, held }, calls: [], withdrawn };
  // What came before this one was missed, however the message that brings the end of it is called.
  const missed = before.filter(({ at }) => isFresh(at, serverNow));
  return { news: { known, held: [] }, calls: call === null ? missed : [...missed, call], withdrawn };
}

/** Who is put right and not being served then is not called either. */
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
