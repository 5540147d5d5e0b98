/**
 * The one interface behind which a database stands. Nothing above it knows which engine it is: SQLite in a worker
 * today, PostgreSQL beside it. Every operation is one transaction; its promise settles after the commit is durable.
 * What the operations do stands in `queue/`, once for all engines.
 */
import type { CallResult, PersonalField, QueueEvent, ServiceQueue, TicketRecord } from '../contract/queue.ts';
import type { Result } from '../contract/result.ts';
import type { CollectionName } from '../contract/site.ts';
import type { Slot } from '../core/appointment-slots.ts';
import type { AuditField } from '../core/audit.ts';
import type { ChainHead } from '../core/audit-chain.ts';
import type { AuditPage, AuditPageInput } from '../core/audit-pages.ts';
import type { CarriedDay, ClockTakenOver } from '../core/clock-guard.ts';
import type { DayOfLimits, InTime } from '../core/limits/day-counts.ts';
import type { BranchNow } from '../core/reports/branches.ts';
import type { PeriodFigures, PeriodRules } from '../core/reports/period.ts';
import type { CallFacts } from '../core/reports/tally.ts';
import type { Past } from '../core/waits/past.ts';
import type { AppointmentsOf, KeptAppointment } from '../queue/appointments.ts';
import type { QueueOperations, QueueQueries } from '../queue/queue.ts';
import type { Idempotency, QueueFault } from '../queue/request.ts';
import type { Peers } from './peers.ts';

/** Every question to the store, but for reports. */
export interface StoreQueries extends QueueQueries {
  /** Changes of the site, newest first. */
  audit: { input: AuditInput; output: readonly AuditEntry[] };
  /** Entries of one part with their hashes, in the order of their numbers. */
  auditPage: { input: AuditPageInput; output: AuditPage };
  /** Both ends of every part of the audit log. */
  auditHeads: { input: Readonly<Record<string, never>>; output: readonly ChainHead[] };
}

/** Where and when a report looks: from an instant on, until another (epoch milliseconds). */
export interface ReportSpan {
  readonly locationId: string;
  readonly from: number;
  readonly until: number;
}

export interface PeriodInput extends ReportSpan {
  readonly rules: PeriodRules;
}

export interface TodayInput extends PeriodInput {
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly now: number;
}

export interface BranchesInput {
  readonly locations: readonly string[];
  readonly now: number;
}

export interface ServiceNow {
  readonly serviceId: string;
  readonly waiting: number;
  readonly waitingPriority: number;
  /** Of those who wait now; appointments that are to come do not yet. */
  readonly waitedMs: { readonly count: number; readonly total: number; readonly longest: number };
}

/** The last call of a desk today. */
export interface DeskNow {
  readonly deskId: string;
  readonly userId: string;
  readonly serviceId: string;
  /** With the service whose number it bears. */
  readonly ticket: { readonly serviceId: string; readonly number: number; readonly label: string };
  readonly calledAt: number;
  /** Null while it goes on. */
  readonly endedAt: number | null;
}

/** Where a page of an export ended. */
export interface ExportCursor {
  readonly at: number;
  readonly id: string;
}

export interface ExportInput extends ReportSpan {
  readonly after: ExportCursor | null;
  readonly limit: number;
}

export interface ExportPage<Row> {
  readonly rows: readonly Row[];
  readonly next: ExportCursor | null;
}

export interface ExportedCall extends CallFacts {
  /** The same for the same ticket in both tables; opens nothing. */
  readonly ticketKey: string;
  /** What was noted of it, by code. */
  readonly results: readonly CallResult[];
  readonly ticket: {
    readonly serviceId: string;
    readonly number: number;
    readonly label: string;
    readonly issuedAt: number;
  };
}

/** Without anything that is about its visitor, but for the device of one that came from a card: it goes no further. */
export type ExportedTicket = { readonly ticketKey: string } & Pick<
  Omit<TicketRecord, Exclude<PersonalField, 'deviceId'>>,
  | 'label'
  | 'serviceId'
  | 'dstServiceId'
  | 'deviceId'
  | 'number'
  | 'state'
  | 'transferred'
  | 'flags'
  | 'lang'
  | 'issuedAt'
  | 'scheduledAt'
>;

export interface PastInput extends PeriodInput {
  /** The business day for which it is asked (`yyyy-mm-dd`). */
  readonly today: string;
}

export interface DeskLog {
  /** `calls`: for how many it was noted; `count`: how many times. */
  readonly results: readonly {
    readonly serviceId: string;
    readonly deskId: string;
    readonly userId: string;
    readonly code: string;
    readonly calls: number;
    readonly count: number;
  }[];
  readonly breaks: readonly {
    readonly deskId: string;
    readonly userId: string;
    readonly reason: string;
    readonly breaks: number;
    readonly ms: number;
  }[];
}

export interface LimitsInput extends ReportSpan {
  readonly services: readonly string[];
  readonly desks: readonly string[];
  readonly inTime: InTime;
  readonly now: number;
}

/** Questions that may look at years of tickets. They change nothing, and keep no operation waiting. */
export interface ReportQueries {
  period: { input: PeriodInput; output: PeriodFigures };
  today: {
    input: TodayInput;
    output: {
      readonly period: PeriodFigures;
      readonly services: readonly ServiceNow[];
      /** Desks that called somebody today. */
      readonly desks: readonly DeskNow[];
    };
  };
  /** What limits of a location look at: the day so far, and how it is now. */
  limits: {
    input: LimitsInput;
    output: {
      readonly day: DayOfLimits;
      readonly services: readonly ServiceNow[];
      /** Desks that called somebody today. */
      readonly desks: readonly DeskNow[];
      /** When somebody was last back from a break, or opened again, by desk. */
      readonly backAt: Readonly<Record<string, number>>;
    };
  };
  /** How a location works, by its calls of some weeks. */
  past: { input: PastInput; output: Past };
  /** How locations go now. Those at which there never was a queue are left out. */
  branches: { input: BranchesInput; output: readonly BranchNow[] };
  /** How many tickets and calls of a location were drawn and made before an instant. */
  older: {
    input: { readonly locationId: string; readonly before: number };
    output: { readonly tickets: number; readonly calls: number };
  };
  /** The same as `period`, and what was noted of calls, and breaks that are over: by everything that they differ in. */
  days: { input: PeriodInput; output: { readonly figures: PeriodFigures; readonly log: DeskLog } };
  /** In the order of the calls. */
  calls: { input: ExportInput; output: ExportPage<ExportedCall> };
  /** In the order of their issue. */
  tickets: { input: ExportInput; output: ExportPage<ExportedTicket> };
}

export interface StoredItem {
  readonly collection: CollectionName | 'settings';
  readonly id: string;
  /** The item as JSON. */
  readonly body: string;
}

export interface SiteChange {
  readonly put: readonly StoredItem[];
  readonly remove: readonly Pick<StoredItem, 'collection' | 'id'>[];
  readonly credentials?: readonly CredentialChange[];
  readonly appointments?: AppointmentsChange;
  /** The revision of the site from which it was made: it is refused when another has come since. */
  readonly from?: number;
  /** Who makes the change; the program itself when nobody is named. */
  readonly by?: AuditActor;
  /** Of what is put and removed, that which becomes other because its location follows another one. */
  readonly followed?: readonly FollowedItem[];
}

export interface FollowedItem extends Pick<StoredItem, 'collection' | 'id'> {
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
  readonly removed: readonly Pick<StoredItem, 'collection' | 'id'>[];
  readonly items: readonly StoredItem[];
}

/** Credentials that were changed since a revision, or (`whole`) all there are. None ever goes away but for ended keys. */
export interface CredentialNews {
  readonly revision: number;
  readonly whole: boolean;
  readonly credentials: readonly Credential[];
}

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
  readonly collection: StoredItem['collection'] | 'personal_data' | 'audit';
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

/** What proves that somebody is a user, a device or a reader of reports of the site, or that a webhook comes from it. */
export interface Credential {
  /** `panel`: the PIN of a kiosk's operator panel. `ended_key`: a user's key that was signed out; its id is the key's own. */
  readonly kind: 'user' | 'device' | 'panel' | 'webhook' | 'report_key' | 'ended_key' | 'mail';
  readonly id: string;
  /** The hash of a user's password, of a PIN, of a device's key or of a key for reports, or the secret of a webhook or of the mail server; empty when there is none. Of an ended key: when it would have ended by itself, in epoch seconds. */
  readonly secret: string;
  /** Grows with every change; keys of an earlier one are revoked. */
  readonly generation: number;
  /** The password is good for one login, which has to bring a new one. */
  readonly mustChange: boolean;
}

/** Makes the next generation of a credential; without `secret` the one that there is stays. */
export interface CredentialChange {
  readonly kind: Credential['kind'];
  readonly id: string;
  readonly secret?: string;
  readonly mustChange?: boolean;
}

/** What has changed at a location, as all servers over one database tell it. */
export type LocationChange =
  | { readonly kind: 'event'; readonly event: QueueEvent }
  | {
      readonly kind: 'counts';
      readonly at: number;
      /** Those that are different now. */
      readonly queues: readonly ServiceQueue[];
      /** A day has begun: those of all other services are as before their first ticket. */
      readonly isNewDay: boolean;
    }
  | {
      /** What a server has said of it besides; the store does not look into it. */
      readonly kind: 'said';
      readonly at: number;
      readonly body: unknown;
    };

export interface NumberedChange {
  /** One more than that of the change before, at each location by itself. */
  readonly number: number;
  readonly change: LocationChange;
}

export interface FollowedLocation {
  /**
   * Resolves with the number after which the story begins: what was told up to it is to be forgotten. Rejects when the store
   * is away; as soon as it can begin, the listener is told to begin anew.
   */
  readonly begun: Promise<number>;
  /** Changes after a number, up to another that has been told, oldest first; null when they are not all kept any more. */
  past(after: number, until: number): Promise<readonly NumberedChange[] | null>;
  /**
   * Adds a change of the kind `said`, and tells it to everybody. Does nothing and gives false when another was said after
   * that number: then the wish may be old, or fulfilled.
   */
  say(body: object, after: number): Promise<boolean>;
  stop(): void;
}

/** `changes` in order, none missing, each once; null when that cannot be done any more: begin anew. */
export type ChangesListener = (changes: readonly NumberedChange[] | null) => void;

/** Thrown when the database cannot be reached or written just now (errno 131). */
export class StoreUnreachable extends Error {}

/** A clock that was put right, see `core/clock-guard.ts`. */
export interface ClockRight extends ClockTakenOver {
  /** The time that is right: epoch milliseconds. */
  readonly now: number;
  /** The business day of each location from then on. */
  readonly days: readonly (CarriedDay & { readonly locationId: string })[];
}

/** A database file whose content is not what SQLite wrote: retries do not help, a restored backup does. */
export class DatabaseDamaged extends StoreUnreachable {}

/** The same of a database that is well, with more to do than it gets done; its words are for whoever asked. */
export class StoreBusy extends StoreUnreachable {}

/** Thrown when nobody waits for the answer any more (`Asking.signal`): there is nobody to tell. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned';
  constructor() {
    super('Nobody waits for the answer any more.');
  }
}

/** @param wentBack the database has lost revisions that there were, as after a failover: all has to be read anew. */
export type SiteListener = (revision: number, wentBack?: boolean) => void;

/** On whose behalf the store is asked. */
export interface Asking {
  /** Id of the request, for the log; left out when the program asks by itself. */
  readonly request?: string | undefined;
}

/** The same of a report, which may take long. */
export interface AskingLong extends Asking {
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
    options: Asking & {
      readonly now: number;
      readonly idempotency?: Idempotency;
      /** Called when nothing was done, because the outcome is that of an earlier request. */
      readonly onReplay?: () => void;
    },
  ): Promise<Result<QueueOperations[Op]['output'], QueueFault>>;
  query<Q extends keyof StoreQueries>(
    query: Q,
    input: StoreQueries[Q]['input'],
    asking?: Asking,
  ): Promise<StoreQueries[Q]['output']>;
  /** May take long, and is made beside the queue. */
  report<R extends keyof ReportQueries>(
    report: R,
    input: ReportQueries[R]['input'],
    asking?: AskingLong,
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
  readonly peers: Peers;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Connections of the queue to the database; null where there are none. */
  readonly connections: (() => ConnectionLoad) | null;
  /** Finishes what was accepted, then closes. */
  close(): Promise<void>;
}
