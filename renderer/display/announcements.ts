/**
 * Current call of the display, and the queued ones. Pure.
 *
 * Each call is shown for its full time, longer while it is being spoken, however many are queued; those are already in
 * the list.
 */
import type { EventTicket } from '../../main/events/contract/events.ts';

export interface Announcement {
  /** Id of this announcement; a repeated call gets a new one. */
  readonly id: number;
  readonly ticket: EventTicket;
  /** A recall: the visitor has not come yet. */
  readonly again: boolean;
}

export interface Announcements {
  readonly running: { readonly call: Announcement; readonly since: number; readonly spoken: boolean } | null;
  readonly waiting: readonly Announcement[];
  readonly nextId: number;
}

export const SILENCE: Announcements = { running: null, waiting: [], nextId: 1 };

/** From this queue length on, calls are only spoken in the visitor's language. */
const BACKLOG = 3;
/** A page whose timers are this late was suspended: its queued announcements are outdated. */
export const SLEPT_MS = 60_000;

/** A queued ticket keeps its position and is announced once, with its newest data, such as another desk. */
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

/** Removes a call that staff have undone. Nothing replaces it. */
export function withdrawCall(state: Announcements, ticketId: string): Announcements {
  const isOther = ({ ticket }: Announcement): boolean => ticket.ticket_id !== ticketId;
  const waiting = state.waiting.filter(isOther);
  const running = state.running !== null && isOther(state.running.call) ? state.running : null;
  return running === state.running && waiting.length === state.waiting.length ? state : { ...state, running, waiting };
}

/** State at `now`: the current call ends after its time and speech, then the next one starts. */
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

/** Time of the next check; null: none until an event. */
export function nextLook(state: Announcements, callMs: number): number | null {
  return state.running?.spoken === true ? state.running.since + callMs : null;
}

export function isBacklog(state: Announcements): boolean {
  return state.waiting.length >= BACKLOG;
}
