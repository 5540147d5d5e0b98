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

/** Key of an item over all collections, for maps and sets. */
export function itemKey({ collection, id }: ItemKey): string {
  return `${collection}\n${id}`;
}

export interface SiteChange {
  readonly put: readonly StoredItem[];
  readonly remove: readonly ItemKey[];
  readonly credentials?: readonly CredentialChange[];
  readonly appointments?: AppointmentsChange;
  /** Base revision of the change: it is rejected if the site has changed since. */
  readonly from?: number;
  /** Author of the change; the program itself if absent. */
  readonly by?: AuditActor;
  /** Changed and removed items that inherit their change from a parent. */
  readonly followed?: readonly FollowedItem[];
  /** Id of the change in the audit log; the store creates one if absent. */
  readonly changeId?: string;
  /** Values that undo it. Not kept if the change also adds, changes or deletes appointments. */
  readonly undo?: UndoDraft | null;
  /** The change that this one undoes; it cannot be undone again. */
  readonly undoes?: UndoneChange;
}

export interface UndoDraft {
  /** One JSON text a line (`site/service/undo-items.ts`). */
  readonly items: string;
  readonly count: number;
  /** Whether removed items lose a password, PIN or key, which an undo cannot restore. */
  readonly losesSecrets: boolean;
}

export interface UndoneChange {
  readonly changeId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A change that can be undone. */
export interface UndoRecord extends UndoneChange {
  readonly by: AuditActor;
  readonly count: number;
  readonly losesSecrets: boolean;
}

export interface FollowedItem extends ItemKey {
  /** The inheriting location. */
  readonly location: string;
  /** Its parent; empty if it has just stopped inheriting. */
  readonly model: string;
}

/** Effects of a site change on appointments. */
export interface AppointmentsChange {
  /** Added, or replacing those with the same ids. */
  readonly put: readonly KeptAppointment[];
  /** Whether all others are deleted. */
  readonly only: boolean;
  /** Services that moved to another location, with their appointments. */
  readonly moved: readonly { readonly serviceId: string; readonly locationId: string }[];
  /** Appointments that the change was checked against: it is rejected if they have changed. */
  readonly seen?: { readonly of: AppointmentsOf; readonly fingerprint: string };
}

/** Result of an appointment change. It is rejected if the appointment or the site revision has changed. */
export type EditDone = boolean | 'full';

export interface AppointmentEdit {
  /** Null: does not exist. */
  readonly before: KeptAppointment | null;
  /** Null: deleted. */
  readonly after: KeptAppointment | null;
  /** Requires a free place in this slot. */
  readonly slot?: Slot;
  readonly from: number;
  readonly by?: AuditActor;
}

/**
 * Changes of a site since a revision: removed items, then changed and new ones in order. `whole`: the items are the
 * complete site. Every change of the site or a credential increases the revision.
 */
export interface SiteNews {
  readonly revision: number;
  readonly whole: boolean;
  readonly removed: readonly ItemKey[];
  readonly items: readonly StoredItem[];
}

/** @param wentBack the database has lost revisions, as after a failover: read everything again */
export type SiteListener = (revision: number, wentBack?: boolean) => void;
