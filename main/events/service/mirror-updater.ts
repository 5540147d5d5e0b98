/**
 * Updates of a location's mirror, one read at a time.
 *
 * Changes during a read are applied again to its result.
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
  /** Null before the first read. */
  readonly current: LocationMirror | null;
  readonly isReading: boolean;
  queue(serviceId: string): ServiceQueue | undefined;
  /** First read. Rejects when the store is unavailable. */
  begin(): Promise<void>;
  /** Reads again after a change that is not sent piece by piece. Retries on failure. */
  readAgain(): void;
  /** Records a change that a running read possibly misses. */
  happened(change: LocationChange): void;
  /** Applies a change to the mirror. */
  apply(change: LocationChange): void;
}

interface KeptMirrorDeps {
  readonly locationId: string;
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly isClosed: () => boolean;
  /** @param meanwhile changes during the read, already applied to the mirror */
  readonly onRead: (meanwhile: readonly LocationChange[], isFirst: boolean) => void;
  /** Called after `onRead` of a read that `readAgain` requested. */
  readonly onReadAgain: () => void;
  readonly onFailed: (error: unknown) => void;
}

const RETRY_MS = 1_000;

/** A new day empties all queues except the given ones. */
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
  /** Changes since the start of the running read; null without one. */
  let meanwhile: LocationChange[] | null = null;
  /** The last read is possibly outdated. */
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
 * Mirror of a location for the event stream: read once, then updated by events. Each event replaces one ticket or
 * service, so that it can be applied twice. Rejects when the store is unavailable. Apply events that arrive meanwhile
 * afterwards.
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

  /** Corrected by staff: the call continues, has ended, or is deleted. */
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

/** For equal times the newer id, because ids sort by time. */
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
