/** Paged read of the audit log with its hashes. */
import type { ChainedEntry, ChainHead } from './audit-chain.ts';

export interface AuditFilters {
  readonly collection?: string;
  readonly itemId?: string;
  /** Changes that this user made. */
  readonly userId?: string;
  /** Epoch milliseconds. */
  readonly from?: number;
  /** Epoch milliseconds; entries of that instant are left out. */
  readonly until?: number;
}

export interface AuditPageInput extends AuditFilters {
  /** Empty for the name of the first part alone. */
  readonly part: string;
  /** Number of the entry after which the page begins. */
  readonly after: number;
}

export interface AuditPage {
  /** Of the same moment; null for a part without one. */
  readonly head: ChainHead | null;
  /** Those of the page that are wanted. */
  readonly entries: readonly ChainedEntry[];
  /** Number after which the next page begins; null at the end of the part. */
  readonly next: number | null;
  /** The part after this one, by name; null at the last. */
  readonly nextPart: string | null;
}

/** A store, so far as the audit log is read from it. */
export interface AuditSource {
  query(query: 'auditPage', input: AuditPageInput): Promise<AuditPage>;
}

interface PartPage extends AuditPage {
  readonly part: string;
  readonly isFirst: boolean;
}

/** Every page of every part. */
export async function* auditPages(store: AuditSource, filters: AuditFilters = {}): AsyncGenerator<PartPage> {
  let part = (await store.query('auditPage', { part: '', after: 0 })).nextPart;
  while (part !== null) {
    let nextPart: string | null = null;
    for (let after: number | null = 0; after !== null; ) {
      const page: AuditPage = await store.query('auditPage', { ...filters, part, after });
      yield { ...page, part, isFirst: after === 0 };
      ({ nextPart, next: after } = page);
    }
    part = nextPart;
  }
}
