/**
 * What the events channel knows of a location, kept in step with the store: read once, then changed by what happens.
 * Each change replaces what was known of one ticket or service, so that a change that the reading had seen already may
 * be made again.
 */

import {
  type CallRecord,
  type QueueEvent,
  type ServiceQueue,
  TICKET_STATE,
  type TicketRecord,
} from '../../queue/contract/records.ts';
import type { CalledTicket } from '../../queue/operations/call-records.ts';
import { dayBegan } from '../../queue/rules/business-day.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { EVENTS_LAST_CALLS } from '../contract/events.ts';

export interface LocationMirror {
  /** Open calls, newest first. */
  calls(): readonly CalledTicket[];
  /** Newest first, each ticket once. */
  lastCalls(): readonly CalledTicket[];
  queue(serviceId: string): ServiceQueue | undefined;
  /** Replaces the counts of these services. */
  adopt(queues: readonly ServiceQueue[]): void;
  apply(event: QueueEvent): void;
}

/** Rejects when the store cannot be reached. Events that come meanwhile have to be applied afterwards. */
export async function readLocation(locationId: string, site: Site, store: Store, now: number): Promise<LocationMirror> {
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
