/**
 * Live state of a location, updated by events. Pure.
 */
import type { EventMessage, EventTicket, LiveState } from '../../main/events/contract/events.ts';

export interface Live {
  /** Number of the last change in `state`. */
  readonly seq: number;
  readonly state: LiveState;
}

/** Limit of the contract. */
const LAST_CALLS = 20;
const IN_SERVICE = 2;

/**
 * The next state; the same object if the message changes nothing. `'gap'`: a change was missed, or there is no state;
 * then reconnect.
 */
export function applyEvent(live: Live | null, message: EventMessage): Live | 'gap' {
  if (message.type === 'state') return { seq: message.seq, state: message.state };
  if (live === null) return 'gap';
  if (message.seq <= live.seq) return live;
  if (message.type === 'alive' || message.seq !== live.seq + 1) return 'gap';
  return { seq: message.seq, state: change(live.state, message) };
}

function change(state: LiveState, message: Exclude<EventMessage, { type: 'state' | 'alive' }>): LiveState {
  switch (message.type) {
    case 'ticket.created':
    case 'site.changed':
    case 'device.alarm':
    case 'desk.changed':
    case 'limit.alarm':
    case 'staff.call':
      return state;
    case 'ticket.called':
      return called(state, message.ticket);
    case 'ticket.recalled':
      return {
        ...state,
        calls: renew(state.calls, message.ticket),
        last_calls: renew(state.last_calls, message.ticket),
      };
    case 'ticket.paused':
    case 'ticket.cancelled':
    case 'ticket.transferred':
    case 'ticket.ended':
      return {
        ...state,
        calls: without(state.calls, message.ticket),
        last_calls: renew(state.last_calls, message.ticket),
      };
    case 'ticket.changed':
      return changed(state, message.ticket);
    case 'service.changed':
      return { ...state, services: merge(state.services, message.services, ({ service_id }) => service_id) };
    case 'device.changed':
      return { ...state, devices: merge(state.devices, message.devices, ({ device_id }) => device_id) };
    case 'queue.reset':
      return { ...state, last_calls: [] };
  }
}

/** A desk has at most one open call. */
function called(state: LiveState, ticket: EventTicket): LiveState {
  const others = state.calls.filter(({ desk_id }) => desk_id !== ticket.desk_id);
  return {
    ...state,
    calls: [ticket, ...without(others, ticket)],
    last_calls: [ticket, ...without(state.last_calls, ticket)].slice(0, LAST_CALLS),
  };
}

/** Applies a correction by staff: the call continues, has ended, or was undone. */
function changed(state: LiveState, ticket: EventTicket): LiveState {
  const isServed = ticket.state === IN_SERVICE && ticket.answer_id !== '';
  const wasListed = state.last_calls.some(({ ticket_id }) => ticket_id === ticket.ticket_id);
  const calls = without(state.calls, ticket).filter(({ desk_id }) => !isServed || desk_id !== ticket.desk_id);
  const last = without(state.last_calls, ticket);
  const isListed = ticket.answer_id !== '' && (isServed || wasListed);
  return {
    ...state,
    calls: isServed ? newestFirst([ticket, ...calls]) : calls,
    last_calls: isListed ? newestFirst([ticket, ...last]).slice(0, LAST_CALLS) : last,
  };
}

/** Calls of the same instant: newer id first, because ids sort by time. */
function newestFirst(tickets: readonly EventTicket[]): EventTicket[] {
  return tickets.toSorted((one, other) => {
    const [before, after] = [`${one.called_at} ${one.answer_id}`, `${other.called_at} ${other.answer_id}`];
    return before < after ? 1 : before > after ? -1 : 0;
  });
}

function without(tickets: readonly EventTicket[], gone: EventTicket): EventTicket[] {
  return tickets.filter(({ ticket_id }) => ticket_id !== gone.ticket_id);
}

/** Replaces a ticket in the list, if present. */
function renew(tickets: readonly EventTicket[], ticket: EventTicket): EventTicket[] {
  return tickets.map((old) => (old.ticket_id === ticket.ticket_id ? ticket : old));
}

function merge<T extends { readonly name: string }>(
  old: readonly T[],
  changed: readonly T[],
  idOf: (thing: T) => string,
): T[] {
  if (changed.length === 0) return [...old];
  const fresh = new Map(changed.map((thing) => [idOf(thing), thing]));
  const kept = old.map((thing) => {
    const next = fresh.get(idOf(thing));
    fresh.delete(idOf(thing));
    return next ?? thing;
  });
  return [...kept, ...fresh.values()];
}
