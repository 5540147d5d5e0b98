/** Row functions of tickets. */
import type { Effect } from '../../../database/effect.ts';
import type { TicketRecord, TicketState } from '../../contract/records.ts';
import type { PlaceInService, Waiting } from '../../rules/call-order.ts';
import type { JoinedTexts } from '../../rules/find-tickets.ts';
import type { CalledOf, QueueOfToday } from './queues.ts';

/** A ticket with internal data of the queue. */
export interface StoredTicket {
  /** A ticket that waited or was paused on an earlier day is shown as ended, even if its row is not marked yet. */
  readonly ticket: TicketRecord;
  /** Lane where it waits, or waited last. */
  readonly lane: string;
  readonly class: number;
  /** Its place in the queue at issue: 1 was next; 0: unknown, because it did not join at the end. */
  readonly places: number;
  /** Number of calls of its service at its cancellation; null unless it is cancelled. */
  readonly calledWhenCancelled: number | null;
  /** Time of its last state change. */
  readonly changedAt: number;
}

/** Position of a waiting ticket. */
export interface WaitingPlace {
  readonly lane: string;
  /** See `queue/rules/ticket-class.ts`; the database treats it as a number. */
  readonly class: number;
  /** The business day of its service, see `StoredQueue`. */
  readonly generation: number;
  /** 1: it is next; 0: it was inserted between others. */
  readonly places: number;
}

/** Requested part of a waiting ticket, with its lane. */
export interface InLane<T> {
  readonly lane: string;
  readonly class: number;
  readonly ticket: T;
}

/** Number of waiting tickets of a lane with the same user. */
export interface LaneCount extends Pick<TicketRecord, 'dstUserId'> {
  readonly lane: string;
  readonly count: number;
}

/** Fields that decide the turn, including appointment times. */
export type TicketTurn = PlaceInService & Pick<TicketRecord, 'transferred'>;

export interface TicketRows {
  ticket(id: string): Effect<StoredTicket | null>;
  /** `round`: round of the service's numbers. */
  putTicket(ticket: TicketRecord, place: WaitingPlace & { readonly round: number }): Effect<void>;
  setTicketState(id: string, state: TicketState, now: number, calledWhenCancelled: number | null): Effect<void>;
  /** Writes a ticket that waits again in another place, or that an undo restores. */
  moveTicket(
    ticket: TicketRecord,
    changedAt: number,
    place: WaitingPlace,
    calledWhenCancelled: number | null,
  ): Effect<void>;
  /** The first callable ticket of each lane (`callableFrom`) and class, in these services of the location. */
  heads(
    locationId: string,
    services: readonly string[],
    lanes: readonly string[],
    classes: readonly number[],
  ): Effect<readonly Waiting[]>;
  /** All tickets that wait for the service, in no order. */
  waiting(serviceId: string, generation: number): Effect<readonly InLane<TicketRecord>[]>;
  /** Same as `waiting` with fewer fields, for requests of thousands of phones. */
  waitingTurns(serviceId: string, generation: number): Effect<readonly InLane<TicketTurn>[]>;
  /**
   * The longest waiting tickets callable from these lanes, over all these queues: at most `limit` per class, in no
   * order.
   */
  firstInLanes(
    queues: readonly QueueOfToday[],
    lanes: readonly string[],
    classes: readonly number[],
    limit: number,
  ): Effect<readonly InLane<TicketRecord>[]>;
  /**
   * The longest waiting tickets in named lanes other than these two (of a desk and a user), without held lanes: at most
   * `limit` per queue.
   */
  inOtherLanes(
    queues: readonly QueueOfToday[],
    except: readonly [string, string],
    limit: number,
  ): Effect<readonly InLane<TicketRecord>[]>;
  /** Tickets in held lanes: the named ones, then those that waited longest; at most `limit` per queue. */
  inHeldLanes(
    queues: readonly QueueOfToday[],
    named: readonly string[],
    limit: number,
  ): Effect<readonly InLane<TicketRecord>[]>;
  /** Number of waiting tickets in each named or held lane, over all these queues. */
  laneCounts(queues: readonly QueueOfToday[]): Effect<readonly LaneCount[]>;
  paused(queues: readonly QueueOfToday[]): Effect<readonly StoredTicket[]>;
  /** Cancelled tickets whose service had at least that many calls at the cancellation. */
  cancelledAfter(services: readonly CalledOf[]): Effect<readonly StoredTicket[]>;
  cancelledSince(services: readonly string[], since: number): Effect<readonly StoredTicket[]>;
  /**
   * Search texts of the newest `limit` tickets that the location has issued since then. Empty texts if there are none.
   */
  ticketTextsSince(locationId: string, since: number, limit: number): Effect<JoinedTexts>;
}
