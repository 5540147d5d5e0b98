/** Row functions of tickets. */
import type { Effect } from '../../../database/effect.ts';
import type { TicketRecord, TicketState } from '../../contract/records.ts';
import type { PlaceInService, Waiting } from '../../rules/call-order.ts';
import type { JoinedTexts } from '../../rules/find-tickets.ts';
import type { CalledOf, QueueOfToday } from './queues.ts';

/** A ticket with what only the queue needs to know of it. */
export interface StoredTicket {
  /** One that waited or was paused on a day that is over has ended, whether or not its row says so yet. */
  readonly ticket: TicketRecord;
  /** Of the place where it waits, or waited last. */
  readonly lane: string;
  readonly class: number;
  /** Its place in the queue when it came: 1 was next; 0: unknown, it did not come to its end. */
  readonly places: number;
  /** How many of its service had been called when it was cancelled; null unless it is. */
  readonly calledWhenCancelled: number | null;
  /** When its state changed last. */
  readonly changedAt: number;
}

/** Where a ticket waits. */
export interface WaitingPlace {
  readonly lane: string;
  /** See `queue/rules/ticket-class.ts`; a number to the engines. */
  readonly class: number;
  /** The business day of its service, see `StoredQueue`. */
  readonly generation: number;
  /** 1: it is next; 0: it was put between others. */
  readonly places: number;
}

/** What waits in a lane, as much of it as is asked for. */
export interface InLane<T> {
  readonly lane: string;
  readonly class: number;
  readonly ticket: T;
}

/** All that decides about a turn, the times of appointments too. */
export type TicketTurn = PlaceInService & Pick<TicketRecord, 'transferred'>;

export interface TicketRows {
  ticket(id: string): Effect<StoredTicket | null>;
  /** `round`: of the service's numbers. */
  putTicket(ticket: TicketRecord, place: WaitingPlace & { readonly round: number }): Effect<void>;
  setTicketState(id: string, state: TicketState, now: number, calledWhenCancelled: number | null): Effect<void>;
  /** Writes a ticket that waits again, somewhere else; or is as it was before a step that is taken back. */
  moveTicket(
    ticket: TicketRecord,
    changedAt: number,
    place: WaitingPlace,
    calledWhenCancelled: number | null,
  ): Effect<void>;
  /** The first ticket that is called from each of these lanes (`callableFrom`) in each class, in the services of that location. */
  heads(
    locationId: string,
    services: readonly string[],
    lanes: readonly string[],
    classes: readonly number[],
  ): Effect<readonly Waiting[]>;
  /** Everybody who waits for the service, in no order. */
  waiting(serviceId: string, generation: number): Effect<readonly InLane<TicketRecord>[]>;
  /** The same with less of each, for when thousands of phones want to know their places. */
  waitingTurns(serviceId: string, generation: number): Effect<readonly InLane<TicketTurn>[]>;
  /** Who waits longest of those called from these lanes, in all these queues together: at most `limit` of each class, in no order. */
  firstInLanes(
    queues: readonly QueueOfToday[],
    lanes: readonly string[],
    classes: readonly number[],
    limit: number,
  ): Effect<readonly InLane<TicketRecord>[]>;
  /** At most `limit` tickets of each of the queues, in lanes that have a name, but for those called from these two: a desk's and a user's. */
  inOtherLanes(
    queues: readonly QueueOfToday[],
    except: readonly [string, string],
    limit: number,
  ): Effect<readonly InLane<TicketRecord>[]>;
  paused(queues: readonly QueueOfToday[]): Effect<readonly StoredTicket[]>;
  /** Those cancelled when at least so many of the service had been called. */
  cancelledAfter(services: readonly CalledOf[]): Effect<readonly StoredTicket[]>;
  cancelledSince(services: readonly string[], since: number): Effect<readonly StoredTicket[]>;
  /** Of all tickets that the location has issued since, the newest `limit`. Empty texts where there are none. */
  ticketTextsSince(locationId: string, since: number, limit: number): Effect<JoinedTexts>;
}
