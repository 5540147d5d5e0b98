/**
 * Queue positions, from one read per queue for all phones.
 */
import type { Clock } from '../../lib/context.ts';
import { FLAG, TICKET_STATE, type TicketRecord } from '../../queue/contract/records.ts';
import { type HeldLocation, subscribeLocation } from '../../queue/service/subscribe-location.ts';
import type { Site } from '../../site/rules/site-model.ts';
import type { Store } from '../../store/contract/store.ts';
import { announcedWait, type Waits } from '../../wait-times/service/waits.ts';

export interface QueuePosition {
  /** People who will be called earlier. */
  readonly before: number;
  /** 0: unknown. */
  readonly waitSeconds: number;
}

/** Positions in the queue of one service at a moment. Null for a ticket that does not wait in it. */
export type QueueLook = (ticket: TicketRecord) => QueuePosition | null;

export interface Places {
  of(ticket: TicketRecord): Promise<QueuePosition | null>;
  /** Reads again, because time has passed or the site has changed. */
  look(serviceId: string): Promise<QueueLook>;
  close(): void;
}

interface PlacesDeps {
  readonly store: Store;
  readonly site: () => Site;
  readonly clock: Clock;
  readonly waits: Pick<Waits, 'of'>;
}

/** How long a location stays subscribed after the last read. */
const HEAR_FOR_MS = 60_000;

export function createPlaces({ store, site, clock, waits }: PlacesDeps): Places {
  /** Cache, valid until an event of the queue. */
  const known = new Map<string, Promise<QueueLook>>();
  /** Recently used locations. */
  const hearing = new Map<string, { readonly held: HeldLocation; cancelEnd: () => void }>();

  /** The cache is only valid while the location is subscribed. */
  async function hear(locationId: string): Promise<void> {
    let place = hearing.get(locationId);
    if (place === undefined) {
      place = { held: subscribeLocation(store, locationId, () => known.clear()), cancelEnd: () => {} };
      hearing.set(locationId, place);
    }
    const { held, cancelEnd } = place;
    cancelEnd();
    place.cancelEnd = clock.after(HEAR_FOR_MS, () => {
      hearing.delete(locationId);
      held.stop();
      known.clear();
    });
    await held.heard;
  }

  const stop = store.onEvents((events) => {
    if (known.size === 0) return;
    for (const { type, serviceId, locationId } of events) {
      if (type === 'site.changed' && locationId !== '') continue;
      if (type === 'queue.reset' || type === 'site.changed') known.clear();
      else known.delete(serviceId);
    }
  });

  async function read(serviceId: string): Promise<QueueLook> {
    const service = site().service(serviceId);
    const location = site().location(service?.location ?? '');
    if (service === undefined || location === undefined) return () => null;
    if (store.follow !== null) await hear(location.id);
    const { ids } = await store.query('turnOrder', {
      serviceId,
      callOrder: location.call_order,
      priorityRatio: location.priority_ratio,
      now: clock.now(),
    });
    const places = new Map(ids.map((id, index) => [id, index]));
    const forecast = await waits.of(location.id);
    return ({ id, scheduledAt, flags }) => {
      const before = places.get(id);
      if (before === undefined) return null;
      // A booked time is more precise than any estimate.
      const isEarly = scheduledAt !== null && scheduledAt > clock.now();
      const priority = (flags & FLAG.priority) !== 0;
      const waitSeconds = isEarly ? 0 : announcedWait(forecast, service, { priority, before });
      return { before, waitSeconds };
    };
  }

  function look(serviceId: string): Promise<QueueLook> {
    const looking = read(serviceId);
    known.set(serviceId, looking);
    looking.catch(() => {
      if (known.get(serviceId) === looking) known.delete(serviceId);
    });
    return looking;
  }

  return {
    look,
    async of(ticket) {
      if (ticket.state !== TICKET_STATE.waiting) return null;
      return (await (known.get(ticket.dstServiceId) ?? look(ticket.dstServiceId)))(ticket);
    },
    close() {
      stop();
      for (const { held, cancelEnd } of hearing.values()) {
        cancelEnd();
        held.stop();
      }
    },
  };
}
