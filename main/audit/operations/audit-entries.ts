/** Entries of the audit log as a store gives them. */
import type { CollectionName } from '../../site/contract/site.ts';
import type { AuditField } from '../rules/audit.ts';

/** Who changed the site. */
export interface AuditActor {
  /**
   * `console`: somebody without a key, while none was asked for; `start`: a site file or the demo site, when the
   * program started; `program`: the program by itself.
   */
  readonly kind: 'user' | 'device' | 'console' | 'start' | 'program';
  /** Of the user or device; else empty. */
  readonly id: string;
}

/** One thing of the site that was changed. Never holds a secret. */
export interface AuditEntry {
  /** Grows from entry to entry. */
  readonly id: number;
  /** The same for all entries of one change, such as an import. */
  readonly changeId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: AuditActor;
  /** `personal_data`: of a person, whom the entry does not name. `audit`: the log, which was exported. */
  readonly collection: CollectionName | 'settings' | 'personal_data' | 'audit';
  readonly itemId: string;
  /** As it was called then. */
  readonly itemName: string;
  /** Of the site; or what a device was asked to do from afar, and that it has ended. */
  readonly action: 'added' | 'changed' | 'removed' | 'asked' | 'ended' | 'done' | 'erased' | 'exported' | 'read';
  readonly fields: readonly AuditField[];
}

export interface AuditInput {
  /** Only entries with a smaller id. */
  readonly before?: number;
  readonly collection?: string;
  readonly itemId?: string;
  /** Changes that this user made. */
  readonly userId?: string;
  readonly limit: number;
}
