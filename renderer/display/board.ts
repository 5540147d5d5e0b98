/**
 * Calls on the screen: current, and other recent ones. Pure.
 */

import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { EventService, EventTicket, LiveState } from '../../main/events/contract/events.ts';
import type { Announcements } from './announcements.ts';

export interface BoardRow {
  readonly ticket: EventTicket;
  /** Called just now, and not announced yet. */
  readonly isNew: boolean;
}

export interface Board {
  readonly kind: 'calls' | 'idle' | 'closed';
  /** The call in the large area. */
  readonly focus: EventTicket | null;
  /** Id of the current announcement; 0: none. */
  readonly announcing: number;
  /** Calls of the list: queued announcements first, all of them included. */
  readonly lines: readonly BoardRow[];
  /** Opening time of its first service if all are closed; empty if unknown. */
  readonly opensAt: string;
  /** Its services, with their queues. */
  readonly services: readonly EventService[];
}

type Shown = Pick<DisplayAnswer, 'services' | 'shows_all'>;

/** Whether this display shows calls of a ticket, by its current service, also after a transfer. */
export function isShown(display: Shown, { dst_service_id, service_id }: EventTicket): boolean {
  const wanted = dst_service_id === '' ? service_id : dst_service_id;
  return display.shows_all || display.services.some(({ id }) => id === wanted);
}

export function boardOf(
  display: Shown & { readonly settings: Pick<DisplayAnswer['settings'], 'last_calls'> },
  state: LiveState,
  { running, waiting }: Pick<Announcements, 'running' | 'waiting'>,
): Board {
  const here = (tickets: readonly EventTicket[]): EventTicket[] => tickets.filter((ticket) => isShown(display, ticket));
  const coming = waiting.map(({ ticket }) => ticket);
  const comingIds = new Set(coming.map(({ ticket_id }) => ticket_id));
  const open = here(state.calls).filter(({ ticket_id }) => !comingIds.has(ticket_id));
  const focus = running?.call.ticket ?? open[0] ?? null;
  const others = here(state.last_calls)
    .concat(open)
    .filter(({ ticket_id }, place, all) => all.findIndex((each) => each.ticket_id === ticket_id) === place)
    .filter(({ ticket_id }) => ticket_id !== focus?.ticket_id && !comingIds.has(ticket_id));
  const lines = [
    // The newest on top, as in the list.
    ...coming.toReversed().map((ticket) => ({ ticket, isNew: true })),
    ...others.map((ticket) => ({ ticket, isNew: false })),
  ].slice(0, Math.max(display.settings.last_calls, coming.length));
  const services = state.services.filter(({ service_id }) => display.services.some(({ id }) => id === service_id));
  const isClosed = focus === null && coming.length === 0 && services.length > 0 && services.every(({ open }) => !open);
  return {
    kind: isClosed ? 'closed' : focus === null ? 'idle' : 'calls',
    focus,
    announcing: running?.call.id ?? 0,
    lines,
    opensAt: isClosed ? firstOpening(services) : '',
    services,
  };
}

function firstOpening(services: readonly EventService[]): string {
  const known = services.map(({ opens_at }) => opens_at).filter((at) => at !== '');
  return known.sort()[0] ?? '';
}

const MAX_WAITS = 3;

/** Services with waiting people and a known wait, longest first. */
export function longestWaits(services: readonly EventService[]): readonly EventService[] {
  return services
    .filter(({ open, waiting, next_wait }) => open && waiting > 0 && next_wait > 0)
    .toSorted((one, other) => other.next_wait - one.next_wait)
    .slice(0, MAX_WAITS);
}
