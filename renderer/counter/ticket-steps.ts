/**
 * State of a ticket, and the actions that it allows. Pure.
 */
import type { EventTicket } from '../../main/events/contract/events.ts';
import type { Sheet } from './list-tabs.ts';

export type TicketStep = 'call' | 'continue' | 'requeue' | 'change' | 'remove';
/** `here`: it is at this desk; `elsewhere`: at another one. */
export type Where = 'waiting' | 'here' | 'elsewhere' | 'paused' | 'missed' | 'served';

export interface OwnDesk {
  readonly deskId: string;
  /** Services of the desk. */
  readonly served: ReadonlySet<string>;
  /** Whether the clerk may call individual waiting tickets. */
  readonly mayCall: boolean;
}

type Ticket = Pick<EventTicket, 'state' | 'desk_id' | 'dst_service_id' | 'answer_id'>;

const BY_STATE: Readonly<Record<number, Where>> = { 1: 'waiting', 3: 'paused', 4: 'missed', 5: 'served' };
const SHEET_OF: Readonly<Record<Where, Sheet>> = {
  waiting: 'waiting',
  here: 'waiting',
  elsewhere: 'waiting',
  paused: 'paused',
  missed: 'cancelled',
  served: 'served',
};

export function whereIs({ state, desk_id }: Ticket, deskId: string): Where {
  return BY_STATE[state] ?? (desk_id === deskId ? 'here' : 'elsewhere');
}

/** The list that would contain the ticket, which decides how it is called. */
export function sheetOf(ticket: Ticket, deskId: string): Sheet {
  return SHEET_OF[whereIs(ticket, deskId)];
}

/**
 * Possible actions, most likely first.
 *
 * @param wasServed for an ended visit: whether it was served, so that it can be continued
 */
export function stepsOf(ticket: Ticket, desk: OwnDesk, wasServed = ticket.answer_id !== ''): readonly TicketStep[] {
  const isOurs = desk.served.has(ticket.dst_service_id);
  const steps = (...all: readonly (TicketStep | false)[]): readonly TicketStep[] =>
    all.filter((step) => step !== false);
  switch (whereIs(ticket, desk.deskId)) {
    case 'waiting':
      return steps(isOurs && desk.mayCall && 'call', 'change', 'remove');
    case 'paused':
      return steps(isOurs && 'call', 'requeue', 'remove');
    case 'missed':
      return steps(isOurs && 'call', 'requeue');
    case 'served':
      return steps(isOurs && wasServed && 'continue', 'requeue');
    default:
      return [];
  }
}
