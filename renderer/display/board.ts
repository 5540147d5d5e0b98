/**
 * Calls on the screen.
 *
 * Current call, other recent calls, or none. Pure.
 */

import type { DisplayAnswer } from '../../main/devices/contract/rest/displays.ts';
import type { EventService, EventTicket, LiveState } from '../../main/events/contract/events.ts';
import type { Announcements } from './announcements.ts';

export interface BoardRow {
  readonly ticket: EventTicket;
  /** Called just now, and not yet announced. */
  readonly isNew: boolean;
}

export interface Board {
  readonly kind: 'calls' | 'idle' | 'closed';
  /** The call in the large place. */
  readonly focus: EventTicket | null;
  /** Id of the announcement that is running; 0: none is. */
  readonly announcing: number;
  /** As many as are wanted; those that are about to be announced come first, and all of them are here. */
  readonly lines: readonly BoardRow[];
  /** When the first of its services opens, where all are closed; empty when nobody knows. */
  readonly opensAt: string;
}

type Shown = Pick<DisplayAnswer, 'services' | 'shows_all'>;

/** Whether calls of this ticket are for this display: it goes by what the visitor waits for, also after a transfer. */
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
    // The newest on top, as below.
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
  };
}

function firstOpening(services: readonly EventService[]): string {
  const known = services.map(({ opens_at }) => opens_at).filter((at) => at !== '');
  return known.sort()[0] ?? '';
}
