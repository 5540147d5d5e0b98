/** Changes of the stored site and its appointments. */

import type { CredentialChange } from '../../access/operations/credentials.ts';
import type { AppointmentsOf, KeptAppointment } from '../../appointments/operations/appointment-records.ts';
import type { Slot } from '../../appointments/rules/appointment-slots.ts';
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { CollectionName } from '../contract/site.ts';

export interface StoredItem {
  readonly collection: CollectionName | 'settings';
  readonly id: string;
  /** The item as JSON. */
  readonly body: string;
}

export type ItemKey = Pick<StoredItem, 'collection' | 'id'>;

/** Names an item among those of all collections, for maps and sets. */
export function itemKey({ collection, id }: ItemKey): string {
  return `${collection}\n${id}`;
}

export interface SiteChange {
  readonly put: readonly StoredItem[];
  readonly remove: readonly ItemKey[];
  readonly credentials?: readonly CredentialChange[];
  readonly appointments?: AppointmentsChange;
  /** The revision of the site from which it was made: it is refused when another has come since. */
  readonly from?: number;
  /** Who makes the change; the program itself when nobody is named. */
  readonly by?: AuditActor;
  /** Of what is put and removed, that which becomes other because its location follows another one. */
  readonly followed?: readonly FollowedItem[];
}

export interface FollowedItem extends ItemKey {
  /** The one that follows, */
  readonly location: string;
  /** and the one that it follows; empty when it has just ceased to. */
  readonly model: string;
}

/** What a change of the site does to appointments. */
export interface AppointmentsChange {
  /** Added, or put in the place of those with their ids. */
  readonly put: readonly KeptAppointment[];
  /** All others go. */
  readonly only: boolean;
  /** Services that are at another location now: their appointments go with them. */
  readonly moved: readonly { readonly serviceId: string; readonly locationId: string }[];
  /** Those that the change is good for: it is refused when they are others by now. */
  readonly seen?: { readonly of: AppointmentsOf; readonly fingerprint: string };
}

/** A change of one appointment. It is refused when that is no longer as it was before, or the site of another revision. */
export type EditDone = boolean | 'full';

export interface AppointmentEdit {
  /** Null: there is none with its id. */
  readonly before: KeptAppointment | null;
  /** Null: it goes. */
  readonly after: KeptAppointment | null;
  /** It needs a place there. */
  readonly slot?: Slot;
  readonly from: number;
  readonly by?: AuditActor;
}

/**
 * What a site has become since a revision: what is gone, then what was changed or is new, in the order of its coming. `whole`:
 * the items are all there are. The revision grows with each change of the site or of a credential.
 */
export interface SiteNews {
  readonly revision: number;
  readonly whole: boolean;
  readonly removed: readonly ItemKey[];
  readonly items: readonly StoredItem[];
}

/** @param wentBack the database has lost revisions that there were, as after a failover: all has to be read anew. */
export type SiteListener = (revision: number, wentBack?: boolean) => void;
