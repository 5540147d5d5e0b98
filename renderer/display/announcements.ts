/**
 * Current call of the display, and the calls that wait for it.
 *
 * Pure: whoever owns it says what time it is. Each call has the place for its full time, longer while it is still
 * being spoken, and however many wait behind it; those are on the screen already, in the list.
 */
import type { EventTicket } from '../../main/events/contract/events.ts';

export interface Announcement {
  /** Of this announcement; a call that is repeated gets another one. */
  readonly id: number;
  readonly ticket: EventTicket;
  /** Called before: the visitor has not come yet. */
  readonly again: boolean;
}

export interface Announcements {
  readonly running: { readonly call: Announcement; readonly since: number; readonly spoken: boolean } | null;
  readonly waiting: readonly Announcement[];
  readonly nextId: number;
}

export const SILENCE: Announcements = { running: null, waiting: [], nextId: 1 };

/** Behind it so many wait: then each is spoken in the visitor's language alone, so that nobody waits for other languages. */
const BACKLOG = 3;
/** A page whose timers are so late has slept: what it was about to announce is old. */
export const SLEPT_MS = 60_000;

/** A ticket that waits already keeps its place and is announced once, as it is now: perhaps at another desk. */
export function addCall(state: Announcements, ticket: EventTicket, again: boolean): Announcements {
  const isWaiting = state.waiting.some((each) => each.ticket.ticket_id === ticket.ticket_id);
  if (isWaiting) {
    const waiting = state.waiting.map((each) =>
      each.ticket.ticket_id === ticket.ticket_id ? { ...each, ticket } : each,
    );
    return { ...state, waiting };
  }
  return { ...state, waiting: [...state.waiting, { id: state.nextId, ticket, again }], nextId: state.nextId + 1 };
}

/** Nobody is called with that ticket any more: staff have taken the call back. Nothing is announced in its place. */
export function withdrawCall(state: Announcements, ticketId: string): Announcements {
  const isOther = ({ ticket }: Announcement): boolean => ticket.ticket_id !== ticketId;
  const waiting = state.waiting.filter(isOther);
  const running = state.running !== null && isOther(state.running.call) ? state.running : null;
  return running === state.running && waiting.length === state.waiting.length ? state : { ...state, running, waiting };
}

/** What is so at `now`: the running one ends when its time is over and it has been spoken, then the next one begins. */
export function advance(state: Announcements, now: number, callMs: number): Announcements {
  const { running, waiting } = state;
  if (running !== null) {
    const late = now - running.since - callMs;
    if (late >= SLEPT_MS && running.spoken) return { ...state, running: null, waiting: [] };
    if (late < 0 || !running.spoken) return state;
  }
  const [call, ...rest] = waiting;
  if (call === undefined) return running === null ? state : { ...state, running: null };
  return { ...state, running: { call, since: now, spoken: false }, waiting: rest };
}

/** That announcement has been spoken, or cannot be. */
export function markSpoken(state: Announcements, id: number): Announcements {
  if (state.running?.call.id !== id || state.running.spoken) return state;
  return { ...state, running: { ...state.running, spoken: true } };
}

/** When to look again; null: not before something happens. */
export function nextLook(state: Announcements, callMs: number): number | null {
  return state.running?.spoken === true ? state.running.since + callMs : null;
}

export function isBacklog(state: Announcements): boolean {
  return state.waiting.length >= BACKLOG;
}
