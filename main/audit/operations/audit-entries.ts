/** Entries of the audit log, as returned by a store. */
import type { CollectionName } from '../../site/contract/site.ts';
import type { AuditField } from '../rules/audit.ts';

/** Actor of a change. */
export interface AuditActor {
  /**
   * `console`: a caller without a key, while authentication was off; `start`: a site file or the demo site at startup;
   * `program`: an automatic change.
   */
  readonly kind: 'user' | 'device' | 'console' | 'start' | 'program';
  /** Id of the user or device; empty for other kinds. */
  readonly id: string;
}

/** One changed item of the site. Never contains a secret. */
export interface AuditEntry {
  /** Increases from entry to entry. */
  readonly id: number;
  /** The same for all entries of one change, such as an import. */
  readonly changeId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: AuditActor;
  /** `personal_data`: of a person, whom the entry does not name. `audit`: an export of the log. */
  readonly collection: CollectionName | 'settings' | 'personal_data' | 'audit';
  readonly itemId: string;
  /** Name of the item at that time. */
  readonly itemName: string;
  /** Change of the site, or start and end of a device's remote action. */
  readonly action: 'added' | 'changed' | 'removed' | 'asked' | 'ended' | 'done' | 'erased' | 'exported' | 'read';
  readonly fields: readonly AuditField[];
}

export interface AuditInput {
  /** Only entries with a smaller id. */
  readonly before?: number;
  readonly collection?: string;
  readonly itemId?: string;
  /** Changes by this user. */
  readonly userId?: string;
  readonly limit: number;
}
