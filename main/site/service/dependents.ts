/**
 * Reasons that keep an item from removal.
 *
 * What still goes on at it, and who is booked for it.
 */

import type { Refusal } from '../../lib/refusal.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SetupCollection } from '../contract/site.ts';
import { inUse } from './edit-site.ts';
import { openWork } from './open-work.ts';
import type { SiteHolder } from './site-holder.ts';

interface Working {
  readonly sites: SiteHolder;
  readonly store: Store;
  readonly ownDevices: readonly string[];
}

/** Null where nobody waits for it or is served there. */
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

/** Some of the appointments that name the thing. */
export async function bookings(store: Store, collection: SetupCollection, id: string): Promise<readonly string[]> {
  const field = NAMED_BY[collection];
  if (field === undefined) return [];
  const { appointments } = await store.query('appointmentsOf', { of: { [collection]: [id] }, limit: MAX_NAMED });
  return appointments.map(({ appointment }) => `appointments(${appointment.id}).${field}: refers to it`);
}

const MAX_NAMED = 20;
/** The field of an appointment that names one of these. */
const NAMED_BY: { readonly [Name in SetupCollection]?: string } = { services: 'service', users: 'user', desks: 'desk' };
