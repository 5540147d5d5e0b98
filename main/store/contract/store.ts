/**
 * Store interface, independent of the database engine.
 *
 * Engines are SQLite in a worker thread, and PostgreSQL. Every operation is one transaction; its promise resolves after
 * a durable commit. The operations are implemented once for all engines, in `queue/` and other folders.
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

/** All queries of the store except reports. */
export interface StoreQueries extends QueueQueries {
  /** Changes of the site, newest first. */
  audit: { input: AuditInput; output: readonly AuditEntry[] };
  /** Entries of a part with their hashes, in number order. */
  auditPage: { input: AuditPageInput; output: AuditPage };
  /** First and last entry of every part of the audit log. */
  auditHeads: { input: Readonly<Record<string, never>>; output: readonly ChainHead[] };
}

/** A corrected clock, see `lib/clock-guard.ts`. */
export interface ClockRight extends ClockTakenOver {
  /** The corrected time: epoch milliseconds. */
  readonly now: number;
  /** The business day of each location from then on. */
  readonly days: readonly (CarriedDay & { readonly locationId: string })[];
}

/** Request on whose behalf the store is used. */
export interface StoreRequest {
  /** Id of the request, for the log; absent for background work. */
  readonly request?: string | undefined;
}

/** The same for a report, which can take long. */
export interface LongStoreRequest extends StoreRequest {
  /** Caller of the report, for fair scheduling: one caller cannot block the reports of others. Absent: no limit. */
  readonly caller?: string | undefined;
  /** Aborted when the client disconnects: the report can then end with `Abandoned`. */
  readonly signal?: AbortSignal | undefined;
}

/** Connections to a database. */
export interface ConnectionLoad {
  readonly most: number;
  readonly busy: number;
  readonly idle: number;
  /** Number of requests waiting for a connection. */
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
  /** Runs a report in parallel to the queue; can take long. */
  report<R extends keyof ReportQueries>(
    report: R,
    input: ReportQueries[R]['input'],
    asking?: LongStoreRequest,
  ): Promise<ReportQueries[R]['output']>;
  /** Items in the order of their first write. */
  readSite(): Promise<readonly StoredItem[]>;
  readCredentials(): Promise<readonly Credential[]>;
  /** Changes since a revision; everything for null. */
  siteSince(revision: number | null): Promise<SiteNews>;
  credentialsSince(revision: number | null): Promise<CredentialNews>;
  /**
   * Inserts, updates and removes in one transaction. Returns the new revision; null without a change if `from` is
   * outdated, or if appointments differ from `seen`.
   */
  writeSite(change: SiteChange): Promise<number | null>;
  /**
   * Changes an appointment; the site revision stays. False without a change if the edit is based on outdated data,
   * `full` if its slot has no free place.
   */
  editAppointment(edit: AppointmentEdit): Promise<EditDone>;
  /** Called with a new site revision of any server, perhaps repeatedly. Returns the unsubscribe function. */
  onSite(listener: SiteListener): () => void;
  /** Small values that survive a restart, such as public parts of generated secrets or the last clean-up. */
  readMeta(key: string): Promise<string | null>;
  writeMeta(key: string, value: string): Promise<void>;
  /**
   * Resolves once erased data is in no database file; false if aborted, or if a report kept it there too long.
   * PostgreSQL relies on its own vacuum and WAL, and resolves at once.
   */
  dropErased(signal: AbortSignal): Promise<boolean>;
  /** Called after each commit with its events, in commit order. Returns the unsubscribe function. */
  onEvents(listener: (events: readonly QueueEvent[]) => void): () => void;
  /**
   * Subscribes to a location's changes by all servers; meanwhile `onEvents` includes its events of other servers. Null
   * for a single server, whose `onEvents` reports everything.
   */
  readonly follow: ((locationId: string, listener: ChangesListener) => FollowedLocation) | null;
  /**
   * Shifts the day and its tickets after a correction of the machine's clock, in one transaction; null if times come
   * from the database.
   */
  readonly putClockRight: ((right: ClockRight) => Promise<void>) | null;
  /** Servers on the same database. */
  readonly peers: Cluster;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Database connections of the queue; null if there are none. */
  readonly connections: (() => ConnectionLoad) | null;
  /** Finishes accepted requests, then closes. */
  close(): Promise<void>;
}
