/**
 * Pending refreshes of followed tickets.
 *
 * Changed tickets are refreshed at once, places once per queue and throttled.
 */

import type { Clock, ClockAndLog } from '../../lib/context.ts';
import { messageOf } from '../../lib/error-message.ts';
import { TICKET_STATE, type TicketRecord } from '../../queue/contract/records.ts';
import type { Store } from '../../store/contract/store.ts';
import { PHONE_CLOSE } from '../contract/phone-protocol.ts';
import type { FollowedTicket } from '../operations/followed-tickets.ts';
import type { PhoneEntry } from './phone-entry.ts';
import { isShown } from './phone-ticket.ts';
import type { Places } from './queue-positions.ts';

const RETRY_MS = 1_000;

export interface PhoneRounds {
  /** An event of the ticket: reads it again, and its queue. */
  touch(ticket: TicketRecord): void;
  /** Schedules a read in the next round. */
  readTicket(ticketId: string): void;
  /** Schedules a read of the queue in the next round. */
  lookAt(serviceId: string): void;
  /** Starts a round soon if anything is scheduled. */
  plan(): void;
  close(): void;
}

interface PhoneRoundsDeps extends ClockAndLog {
  /** By ticket id. */
  readonly entries: ReadonlyMap<string, PhoneEntry>;
  readonly store: Store;
  readonly places: Places;
}

/** Throttle of place updates, because every call and every ticket changes places. */
const PLACES_EVERY_MS = 500;

/** Tickets per time slice, so that other work can run in between. */
export const SLICE = 100;

/** Resolves in the next event-loop turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function createPhoneRounds({ entries, store, clock, log, places }: PhoneRoundsDeps): PhoneRounds {
  /** Tickets to read again. */
  const dirty = new Set<string>();
  /** Services whose queues have changed. */
  let moved = new Set<string>();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let cancelLook: (() => void) | null = null;

  const runs = createRuns({
    clock,
    async run() {
      while (dirty.size > 0) await readDirty();
      await lookAround();
    },
    onFailed(error) {
      log.warn('phone.refresh-failed', { error: messageOf(error) });
    },
  });

  function plan(): void {
    if (dirty.size > 0 || moved.size > 0) runs.plan();
  }

  /** Refreshes changed tickets, and notifies their phones at once. */
  async function readDirty(): Promise<void> {
    const ids = [...dirty].slice(0, SLICE);
    for (const id of ids) dirty.delete(id);
    try {
      const fresh = await store.query('followedTickets', { ticketIds: ids });
      const found = new Map(fresh.map((facts) => [facts.ticket.id, facts]));
      for (const id of ids) {
        const entry = entries.get(id);
        if (entry !== undefined) await renew(entry, found.get(id));
      }
    } catch (error) {
      for (const id of ids) dirty.add(id);
      throw error;
    }
  }

  async function renew(entry: PhoneEntry, facts: FollowedTicket | undefined): Promise<void> {
    if (facts !== undefined && isShown(facts, clock.now())) await entry.renew(facts);
    else entry.end(PHONE_CLOSE.ticketGone, 'gone');
  }

  /** Refreshes the places in changed queues, throttled. */
  async function lookAround(): Promise<void> {
    if (moved.size === 0) return;
    const wait = lookedAt + PLACES_EVERY_MS - clock.now();
    if (wait > 0 && wait <= PLACES_EVERY_MS) return lookLater(wait);
    lookedAt = clock.now();
    const queues = moved;
    moved = new Set();
    const followed = new Set([...entries.values()].map(({ facts }) => facts.ticket.dstServiceId));
    const looked = [...queues].filter((id) => followed.has(id));
    const looks = new Map(await Promise.all(looked.map(async (id) => [id, await places.look(id)] as const)));
    let done = 0;
    for (const entry of [...entries.values()]) {
      const { ticket } = entry.facts;
      const placeIn = looks.get(ticket.dstServiceId);
      if (placeIn === undefined) continue;
      // Its tolerance ends with the calls of others.
      if (ticket.state === TICKET_STATE.cancelled) dirty.add(ticket.id);
      if (ticket.state !== TICKET_STATE.waiting || dirty.has(ticket.id)) continue;
      entry.placed(placeIn(ticket));
      done += 1;
      if (done % SLICE === 0) await nextTurn();
    }
    if (dirty.size > 0) runs.plan();
  }

  function lookLater(waitMs: number): void {
    cancelLook ??= clock.after(waitMs, () => {
      cancelLook = null;
      plan();
    });
  }

  return {
    touch(ticket) {
      dirty.add(ticket.id);
      moved.add(ticket.dstServiceId);
      plan();
    },
    readTicket: (ticketId) => void dirty.add(ticketId),
    lookAt: (serviceId) => void moved.add(serviceId),
    plan,
    close() {
      runs.close();
      cancelLook?.();
    },
  };
}

interface Runs {
  /** Schedules a run after the responses of this event-loop turn. */
  plan(): void;
  /** Starts no further runs. */
  close(): void;
}

interface RunsDeps {
  readonly run: () => Promise<void>;
  /** The run is retried after a second. */
  readonly onFailed: (error: unknown) => void;
  readonly clock: Clock;
}

/** Runs work one run at a time: requests during a run belong to the next. */
function createRuns({ run, onFailed, clock }: RunsDeps): Runs {
  let planned = false;
  let running = false;
  let closed = false;

  function plan(): void {
    if (planned || closed) return;
    planned = true;
    if (!running) begin();
  }

  function begin(): void {
    setImmediate(() => void work());
  }

  async function work(): Promise<void> {
    planned = false;
    running = true;
    try {
      await run();
      running = false;
      if (planned) begin();
    } catch (error) {
      onFailed(error);
      running = false;
      planned = false;
      clock.after(RETRY_MS, plan);
    }
  }

  return {
    plan,
    close() {
      closed = true;
    },
  };
}
