/** Paged read of the audit log with its hashes. */
import type { ChainedEntry, ChainHead } from './audit-chain.ts';

export interface AuditFilters {
  readonly collection?: string;
  readonly itemId?: string;
  /** Changes by this user. */
  readonly userId?: string;
  /** Epoch milliseconds. */
  readonly from?: number;
  /** Epoch milliseconds, excluded. */
  readonly until?: number;
}

export interface AuditPageInput extends AuditFilters {
  /** Empty: returns only the name of the first part. */
  readonly part: string;
  /** The page starts after this number. */
  readonly after: number;
}

export interface AuditPage {
  /** Read at the same time; null for a part without one. */
  readonly head: ChainHead | null;
  /** Entries of the page that match the filters. */
  readonly entries: readonly ChainedEntry[];
  /** Number after which the next page starts; null at the end of the part. */
  readonly next: number | null;
  /** Name of the next part; null at the last. */
  readonly nextPart: string | null;
}

/** The part of a store that reads the audit log. */
export interface AuditSource {
  query(query: 'auditPage', input: AuditPageInput): Promise<AuditPage>;
}

interface PartPage extends AuditPage {
  readonly part: string;
  readonly isFirst: boolean;
}

/** All pages of all parts. */
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
