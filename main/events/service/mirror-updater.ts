/**
 * Updates of a location's mirror, one at a time.
 *
 * One at a time, and what happens meanwhile is made again on top of it.
 */
import type { Clock } from '../../lib/context.ts';
import {
  type CallRecord,
  type QueueEvent,
  type ServiceQueue,
  TICKET_STATE,
  type TicketRecord,
} from '../../queue/contract/records.ts';
import type { CalledTicket } from '../../queue/operations/call-records.ts';
import type { LocationChange } from '../../queue/operations/location-changes.ts';
import { emptyQueue } from '../../queue/operations/parts/service-queue.ts';
import { dayBegan } from '../../queue/rules/business-day.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { EVENTS_LAST_CALLS } from '../contract/events.ts';

export interface KeptMirror {
  /** Null before the first reading. */
  readonly current: LocationMirror | null;
  readonly isReading: boolean;
  queue(serviceId: string): ServiceQueue | undefined;
  /** Reads everything for the first time. Rejects when the store cannot be reached. */
  begin(): Promise<void>;
  /** After a change that cannot be told piece by piece. Goes on trying. */
  readAgain(): void;
  /** Something has happened, which a reading that is under way may not see. */
  happened(change: LocationChange): void;
  /** From now on the mirror shows it. */
  apply(change: LocationChange): void;
}

interface KeptMirrorDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly isClosed: () => boolean;
  /** @param meanwhile what happened while it was read, and is in the mirror already. */
  readonly onRead: (meanwhile: readonly LocationChange[], isFirst: boolean) => void;
  /** After `onRead` of a reading that `readAgain` asked for. */
  readonly onReadAgain: () => void;
  readonly onFailed: (error: unknown) => void;
}

const RETRY_MS = 1_000;

/** A day that begins empties all queues but those that are named. */
export function countsIn(
  { queues, isNewDay }: Extract<LocationChange, { kind: 'counts' }>,
  site: Site,
  locationId: string,
): readonly ServiceQueue[] {
  if (!isNewDay) return queues;
  const named = new Set(queues.map(({ serviceId }) => serviceId));
  const others = site.servicesOf(locationId).filter(({ id }) => !named.has(id));
  return [...others.map(({ id }) => emptyQueue(id)), ...queues];
}

export function createKeptMirror(deps: KeptMirrorDeps): KeptMirror {
  const { locationId, store, site, clock, isClosed } = deps;
  let current: LocationMirror | null = null;
  /** What has happened since a reading began; null while there is none. */
  let meanwhile: LocationChange[] | null = null;
  /** The last reading may be too old already. */
  let isDue = false;

  function apply(to: LocationMirror, change: LocationChange): void {
    if (change.kind === 'event') to.apply(change.event);
    else if (change.kind === 'counts') to.adopt(countsIn(change, site(), locationId));
  }

  async function read(): Promise<void> {
    const reader = site();
    const since: LocationChange[] = [];
    meanwhile = since;
    const fresh = await readLocation(locationId, reader, store, clock.now());
    if (isClosed()) return;
    if (reader !== site()) return await read();
    for (const change of since) apply(fresh, change);
    meanwhile = null;
    const isFirst = current === null;
    current = fresh;
    deps.onRead(since, isFirst);
  }

  function readAgain(): void {
    if (isClosed()) return;
    isDue = true;
    if (meanwhile !== null || current === null) return;
    isDue = false;
    read()
      .then(() => {
        if (isClosed()) return;
        deps.onReadAgain();
        if (isDue) readAgain();
      })
      .catch((error: unknown) => {
        meanwhile = null;
        deps.onFailed(error);
        clock.after(RETRY_MS, readAgain);
      });
  }

  return {
    get current() {
      return current;
    },
    get isReading() {
      return meanwhile !== null;
    },
    queue: (serviceId) => current?.queue(serviceId),
    async begin() {
      await read();
      if (isDue) readAgain();
    },
    readAgain,
    happened(change) {
      meanwhile?.push(change);
    },
    apply(change) {
      if (current !== null) apply(current, change);
    },
  };
}

interface LocationMirror {
  /** Open calls, newest first. */
  calls(): readonly CalledTicket[];
  /** Newest first, each ticket once. */
  lastCalls(): readonly CalledTicket[];
  queue(serviceId: string): ServiceQueue | undefined;
  /** Replaces the counts of these services. */
  adopt(queues: readonly ServiceQueue[]): void;
  apply(event: QueueEvent): void;
}

/**
 * What the events channel knows of a location, kept in step with the store: read once, then changed by what happens.
 * Each change replaces what was known of one ticket or service, so that a change that the reading had seen already may
 * be made again.
 * Rejects when the store cannot be reached. Events that come meanwhile have to be applied afterwards.
 */
async function readLocation(locationId: string, site: Site, store: Store, now: number): Promise<LocationMirror> {
  const location = site.location(locationId);
  const since = location === undefined ? now : dayBegan(now, location.timezone, location.reset_time);
  const [open, last, queues] = await Promise.all([
    store.query('openAnswers', { locationId }),
    store.query('lastTickets', { locationId, since, limit: EVENTS_LAST_CALLS }),
    store.query('serviceQueues', { services: site.servicesOf(locationId).map(({ id }) => id) }),
  ]);
  return mirrorOf(open, last, queues);
}

function mirrorOf(
  open: readonly CalledTicket[],
  last: readonly CalledTicket[],
  queues: readonly ServiceQueue[],
): LocationMirror {
  let calls = newestFirst(open);
  let lastCalls = onePerTicket(newestFirst(last));
  const counts = new Map(queues.map((queue) => [queue.serviceId, queue]));

  function renew(list: readonly CalledTicket[], call: CalledTicket): readonly CalledTicket[] {
    return list.map((old) => (old.ticket.id === call.ticket.id ? call : old));
  }

  function without(list: readonly CalledTicket[], call: CalledTicket): readonly CalledTicket[] {
    return list.filter(({ ticket }) => ticket.id !== call.ticket.id);
  }

  /** Put right by staff: its call goes on, is over, or never was. */
  function changed(ticket: TicketRecord, answer: CallRecord | null): void {
    const isServed = ticket.state === TICKET_STATE.inService && answer !== null;
    const wasListed = lastCalls.some((call) => call.ticket.id === ticket.id);
    calls = calls.filter((call) => call.ticket.id !== ticket.id && !(isServed && call.answer.deskId === answer.deskId));
    lastCalls = lastCalls.filter((call) => call.ticket.id !== ticket.id);
    if (answer === null) return;
    if (isServed) calls = newestFirst([{ ticket, answer }, ...calls]);
    if (isServed || wasListed) lastCalls = onePerTicket(newestFirst([{ ticket, answer }, ...lastCalls]));
  }

  return {
    calls: () => calls,
    lastCalls: () => lastCalls,
    queue: (serviceId) => counts.get(serviceId),
    adopt(fresh) {
      for (const queue of fresh) counts.set(queue.serviceId, queue);
    },
    apply({ type, ticket, answer }) {
      if (type === 'queue.reset') lastCalls = [];
      if (type === 'ticket.changed' && ticket !== undefined) changed(ticket, answer ?? null);
      if (ticket === undefined || answer === undefined) return;
      const call: CalledTicket = { ticket, answer };
      switch (type) {
        case 'ticket.called': {
          const elsewhere = calls.filter((other) => other.answer.deskId !== answer.deskId);
          calls = newestFirst([call, ...without(elsewhere, call)]);
          lastCalls = onePerTicket(newestFirst([call, ...without(lastCalls, call)]));
          return;
        }
        case 'ticket.recalled':
          calls = renew(calls, call);
          lastCalls = renew(lastCalls, call);
          return;
        case 'ticket.paused':
        case 'ticket.cancelled':
        case 'ticket.transferred':
        case 'ticket.ended':
          calls = without(calls, call);
          lastCalls = renew(lastCalls, call);
      }
    },
  };
}

/** Calls of the same moment: the newer id, as ids sort by time. */
function newestFirst(calls: readonly CalledTicket[]): readonly CalledTicket[] {
  return calls.toSorted(
    (one, other) => other.answer.calledAt - one.answer.calledAt || (other.answer.id > one.answer.id ? 1 : -1),
  );
}

function onePerTicket(calls: readonly CalledTicket[]): readonly CalledTicket[] {
  const seen = new Set<string>();
  const first = calls.filter(({ ticket }) => {
    const isNew = !seen.has(ticket.id);
    seen.add(ticket.id);
    return isNew;
  });
  return first.slice(0, EVENTS_LAST_CALLS);
}
