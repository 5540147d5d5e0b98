/**
 * The one interface behind which a database stands. Nothing above it knows which engine it is: SQLite in a worker
 * today, PostgreSQL beside it. Every operation is one transaction; its promise settles after the commit is durable.
 * What the operations do stands in `queue/`, once for all engines.
 */

import type { Credential, CredentialNews } from '../../access/operations/credentials.ts';
import type { AuditEntry, AuditInput } from '../../audit/operations/audit-entries.ts';
import type { ChainHead } from '../../audit/rules/audit-chain.ts';
import type { AuditPage, AuditPageInput } from '../../audit/rules/audit-pages.ts';
import type { Cluster } from '../../database/cluster.ts';
import type { CarriedDay, ClockTakenOver } from '../../lib/clock-guard.ts';
import type { Result } from '../../lib/result.ts';
import type { QueueEvent } from '../../queue/contract/records.ts';
import type { Idempotency, QueueFault } from '../../queue/contract/request.ts';
import type { ChangesListener, FollowedLocation } from '../../queue/operations/location-changes.ts';
import type { ReportQueries } from '../../reports/operations/report-queries.ts';
import type {
  AppointmentEdit,
  EditDone,
  SiteChange,
  SiteListener,
  SiteNews,
  StoredItem,
} from '../../site/operations/site-changes.ts';
import type { QueueOperations, QueueQueries } from './operation-types.ts';

/** Every question to the store, but for reports. */
export interface StoreQueries extends QueueQueries {
  /** Changes of the site, newest first. */
  audit: { input: AuditInput; output: readonly AuditEntry[] };
  /** Entries of one part with their hashes, in the order of their numbers. */
  auditPage: { input: AuditPageInput; output: AuditPage };
  /** Both ends of every part of the audit log. */
  auditHeads: { input: Readonly<Record<string, never>>; output: readonly ChainHead[] };
}

/** A clock that was put right, see `lib/clock-guard.ts`. */
export interface ClockRight extends ClockTakenOver {
  /** The time that is right: epoch milliseconds. */
  readonly now: number;
  /** The business day of each location from then on. */
  readonly days: readonly (CarriedDay & { readonly locationId: string })[];
}

/** On whose behalf the store is asked. */
export interface StoreRequest {
  /** Id of the request, for the log; left out when the program asks by itself. */
  readonly request?: string | undefined;
}

/** The same of a report, which may take long. */
export interface LongStoreRequest extends StoreRequest {
  /** Who wants it, in whatever words: nobody keeps a store from the reports of others. Left out: without such a bound. */
  readonly caller?: string | undefined;
  /** Aborted when nobody waits for it any more: it may end then, with `Abandoned`. */
  readonly signal?: AbortSignal | undefined;
}

/** Connections to a database. */
export interface ConnectionLoad {
  readonly most: number;
  readonly busy: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
}

export interface Store {
  run<Op extends keyof QueueOperations>(
    operation: Op,
    input: QueueOperations[Op]['input'],
    options: StoreRequest & {
      readonly now: number;
      readonly idempotency?: Idempotency;
      /** Called when nothing was done, because the outcome is that of an earlier request. */
      readonly onReplay?: () => void;
    },
  ): Promise<Result<QueueOperations[Op]['output'], QueueFault>>;
  query<Q extends keyof StoreQueries>(
    query: Q,
    input: StoreQueries[Q]['input'],
    asking?: StoreRequest,
  ): Promise<StoreQueries[Q]['output']>;
  /** May take long, and is made beside the queue. */
  report<R extends keyof ReportQueries>(
    report: R,
    input: ReportQueries[R]['input'],
    asking?: LongStoreRequest,
  ): Promise<ReportQueries[R]['output']>;
  /** In the order in which they were first written. */
  readSite(): Promise<readonly StoredItem[]>;
  readCredentials(): Promise<readonly Credential[]>;
  /** What has been changed since that revision; everything when it is null. */
  siteSince(revision: number | null): Promise<SiteNews>;
  credentialsSince(revision: number | null): Promise<CredentialNews>;
  /**
   * Inserts, updates and removes in one transaction. Gives the new revision; null, and nothing is done, when `from` is no
   * longer the site's, or appointments are not those that were `seen`.
   */
  writeSite(change: SiteChange): Promise<number | null>;
  /**
   * The site stays of its revision. Nothing is done, and it is false when the edit was made from what is no longer so, `full` when
   * its slot has no place left.
   */
  editAppointment(edit: AppointmentEdit): Promise<EditDone>;
  /**
   * Called with the revision of the site when it has grown, by whichever server, and perhaps again. Returns how to stop.
   */
  onSite(listener: SiteListener): () => void;
  /** Small values that must outlive the process, such as generated secrets' public parts or the last clean-up. */
  readMeta(key: string): Promise<string | null>;
  writeMeta(key: string, value: string): Promise<void>;
  /**
   * Resolves once what was erased so far is in no file of the database; false when it was given up, or a report kept it there for too long.
   * PostgreSQL does that by its own vacuum and its own log, and resolves at once.
   */
  dropErased(signal: AbortSignal): Promise<boolean>;
  /** Called after each commit with what it changed, in commit order. Returns how to stop. */
  onEvents(listener: (events: readonly QueueEvent[]) => void): () => void;
  /**
   * Hears of a location whatever server changes it; as long as somebody does, `onEvents` tells of other servers there too.
   * Null where nobody else works on the database: then `onEvents` tells everything.
   */
  readonly follow: ((locationId: string, listener: ChangesListener) => FollowedLocation) | null;
  /**
   * Moves the day and its tickets along with a machine's clock that was put right, in one transaction; null where times come
   * from the database.
   */
  readonly putClockRight: ((right: ClockRight) => Promise<void>) | null;
  /** The other servers that work on the same database. */
  readonly peers: Cluster;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Connections of the queue to the database; null where there are none. */
  readonly connections: (() => ConnectionLoad) | null;
  /** Finishes what was accepted, then closes. */
  close(): Promise<void>;
}
