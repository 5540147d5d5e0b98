/** Open tickets and visits at items that an edit removes. */

import type { Refusal } from '../../lib/refusal.ts';
import type { Store } from '../../store/contract/store.ts';
import { SETUP_COLLECTIONS, type SetupCollection, type SiteFile, type SiteSetup } from '../contract/site.ts';
import type { Site } from '../rules/site-model.ts';
import { inUse } from './edit-site.ts';
import type { SiteHolder } from './site-holder.ts';

type Named = { readonly id?: unknown };

/** Ids of items that are only in the first file. */
export function removedIds(before: SiteSetup, after: Partial<SiteFile>, name: SetupCollection): readonly string[] {
  // Input of any shape; it is validated later.
  const given: unknown = after[name];
  if (given === before[name]) return [];
  const kept = new Set((Array.isArray(given) ? given : []).map((item: Named | null) => item?.id));
  return before[name].flatMap(({ id }: Named) => (typeof id === 'string' && !kept.has(id) ? [id] : []));
}

/** The page has its own text for this reason. */
const OWN_DEVICE = 'this program uses it, see --device and --second-screen';

/**
 * Open work at items to be deleted: waiting or paused tickets, visitors in service. One entry each, such as
 * `services(passports): 3 tickets wait`.
 *
 * @param ownDevices devices that this program runs as: without them it could not start again
 */
export async function openWork(
  store: Store,
  site: Site,
  after: Partial<SiteFile>,
  ownDevices: readonly string[],
): Promise<readonly string[]> {
  const gone = new Map(SETUP_COLLECTIONS.map((name) => [name, new Set(removedIds(site.file, after, name))]));
  const isGone = (name: SetupCollection, id: string): boolean => gone.get(name)?.has(id) ?? false;
  const services = site.services.filter(({ id, location }) => isGone('services', id) || isGone('locations', location));
  const found = ownDevices.filter((id) => isGone('devices', id)).map((id) => `devices(${id}): ${OWN_DEVICE}`);

  const queues = await store.query('serviceQueues', { services: services.map(({ id }) => id) });
  for (const { serviceId, waiting } of queues) {
    if (waiting > 0)
      found.push(`services(${serviceId}): ${waiting} ${waiting === 1 ? 'ticket waits' : 'tickets wait'}`);
  }
  for (const { id, location } of services) {
    const paused = await store.query('pausedTickets', { locationId: location, services: [id] });
    if (paused.length > 0) found.push(`services(${id}): tickets are paused`);
  }
  // A user can serve anywhere, a desk only at its location, and a service's tickets are at its location.
  const places =
    gone.get('users')?.size === 0
      ? [...services, ...site.desks.filter(({ id }) => isGone('desks', id))].map(({ location }) => location)
      : site.locations.map(({ id }) => id);
  for (const locationId of new Set(places)) {
    for (const { answer, ticket } of await store.query('openAnswers', { locationId })) {
      if (isGone('desks', answer.deskId)) found.push(`desks(${answer.deskId}): a visitor is being served`);
      if (isGone('users', answer.userId)) found.push(`users(${answer.userId}): is serving a visitor`);
      if (isGone('services', ticket.dstServiceId))
        found.push(`services(${ticket.dstServiceId}): a visitor is being served`);
    }
  }
  return found;
}

interface Working {
  readonly sites: SiteHolder;
  readonly store: Store;
  readonly ownDevices: readonly string[];
}

/** Null if the item has no open work. */
export async function workAt(
  collection: SetupCollection,
  id: string,
  { sites, store, ownDevices }: Working,
): Promise<Refusal | null> {
  const site = sites.current();
  const after = { ...site.file, [collection]: site.file[collection].filter((item) => item.id !== id) };
  const busy = await openWork(store, site, after, ownDevices);
  return busy.length > 0 ? inUse(busy) : null;
}

/** Some appointments that reference the item. */
export async function bookings(store: Store, collection: SetupCollection, id: string): Promise<readonly string[]> {
  const field = NAMED_BY[collection];
  if (field === undefined) return [];
  const { appointments } = await store.query('appointmentsOf', { of: { [collection]: [id] }, limit: MAX_NAMED });
  return appointments.map(({ appointment }) => `appointments(${appointment.id}).${field}: refers to it`);
}

const MAX_NAMED = 20;

/** Appointment field that references each collection. */
const NAMED_BY: { readonly [Name in SetupCollection]?: string } = { services: 'service', users: 'user', desks: 'desk' };
