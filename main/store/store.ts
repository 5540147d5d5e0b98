/**
 * The one interface behind which a database stands. Nothing above it knows which engine it is: SQLite in a worker
 * today, PostgreSQL beside it. Every operation is one transaction; its promise settles after the commit is durable.
 *
 * Rules of the site (who may be called, first number, cap …) come in with each input, so that the store needs no
 * knowledge of the site; rules of the ticket life live in `core` and are shared by all engines.
 */
import type { Errno } from '../contract/errno.ts';
import type { Stage } from '../contract/form-words.ts';
import type {
  AnswerRecord,
  PersonalField,
  QueueEvent,
  ServiceQueue,
  TicketRecord,
  TicketState,
} from '../contract/queue.ts';
import type { Result } from '../contract/result.ts';
import type { CollectionName } from '../contract/site.ts';
import type { DeliveryFault, DeliveryState, WEBHOOK_PING } from '../contract/webhooks.ts';
import type { AuditField } from '../core/audit.ts';
import type { Attendance } from '../core/check-in.ts';
import type { DayRule } from '../core/reports/calendar.ts';
import type { PeriodFigures, PeriodRules } from '../core/reports/period.ts';
import type { CallFacts } from '../core/reports/tally.ts';
import type { Subscription } from '../core/webhooks/subscription.ts';

/** Why an operation of the queue did nothing. */
export interface QueueFault {
  readonly errno: Errno;
  /** For people; never holds personal data. */
  readonly error?: string;
  /** What of the request did not fit, where the number alone does not say. */
  readonly parameter?: string;
}

/** The location an operation works at, with the name of its business day (see `dayKey`). */
export interface AtLocation {
  readonly locationId: string;
  readonly day: string;
}

/** An appointment at the time for which it is booked now. */
export interface AppointmentAt {
  readonly id: string;
  readonly bookedAt: number;
}

export interface CreateTicketInput extends AtLocation {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly flags: number;
  readonly note: string;
  readonly lang: string;
  readonly customField: string;
  readonly clientName: string;
  readonly scheduledAt: number | null;
  /** What stands before the number on paper, and how many digits the number has at least. */
  readonly tag: string;
  readonly numberWidth: number;
  readonly firstNumber: number;
  /** 0: no maximum. */
  readonly maxNumber: number;
  /** 0: no cap. */
  readonly maxWaiting: number;
  /** Whether a priority ticket goes ahead of the others (for the count of people before it). */
  readonly priorityFirst: boolean;
  /** The appointment that the visitor checks in for; 115 when that has been done. */
  readonly appointment?: AppointmentAt & { readonly displayName: string };
  /** How a ticket with `scheduledAt` takes its turn. */
  readonly attendance?: Attendance;
  /** What the visitor answered; written with the ticket or not at all. */
  readonly formAnswers?: readonly FormAnswerInput[];
}

/** An answer to a question of a form. Its text goes into no log and no event. */
export interface FormAnswerInput {
  readonly questionId: string;
  readonly formId: string;
  readonly stage: Stage;
  /** Place of the question in its form. */
  readonly place: number;
  /** The question as it was asked. */
  readonly question: string;
  /** Whether staff may see it, should the form no longer say. */
  readonly visible: boolean;
  readonly answer: readonly string[];
  /** When it is to be erased; null: never. */
  readonly anonymiseAt: number | null;
}

export interface FormAnswerRecord extends Omit<FormAnswerInput, 'answer'> {
  /** Null once it has been erased. */
  readonly answer: readonly string[] | null;
  readonly answeredAt: number;
}

export interface CreatedTicket {
  readonly ticket: TicketRecord;
  readonly queue: ServiceQueue;
  /** People who will be called before this ticket, as far as can be known. */
  readonly before: number;
}

export interface CallAt extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly callPolicy: 'end_current' | 'refuse';
  /** The open call that the caller knows of; null for a free desk. With another one there nothing is done (115). */
  readonly current?: string | null;
}

export interface CallTicketInput extends CallAt {
  readonly ticketId: string;
  /** Services that the desk serves; a ticket of another one is errno 113. */
  readonly services: readonly string[];
  /** callcancelledticket only: tickets of its service that may have been called since; -1 without limit, 0 never. */
  readonly tolerance?: number;
}

export interface CallNextInput extends CallAt {
  readonly services: readonly string[];
  readonly callOrder: 'priority_first' | 'fifo' | 'ratio';
  readonly priorityRatio: number;
}

export interface CalledTicket {
  readonly answer: AnswerRecord;
  readonly ticket: TicketRecord;
}

export interface TransferInput {
  readonly answerId: string;
  readonly dstType: 'service' | 'desk' | 'user';
  readonly dstId: string;
  readonly note: string;
  readonly customField: string;
  readonly priority: boolean;
}

export interface ListInput {
  readonly locationId: string;
  readonly services: readonly string[];
}

export interface DeskQueueEntry {
  /** `next`: may be called next there; `others`: addressed to another desk or user; `later`: an appointment to come. */
  readonly turn: 'next' | 'others' | 'later';
  readonly ticket: TicketRecord;
}

/** One entry of the last calls: an answer with the ticket that it called. */
export type LastCall = CalledTicket;

/** A ticket as its visitor's phone follows it. */
export interface FollowedTicket {
  readonly ticket: TicketRecord;
  /** Its open call; null while there is none. */
  readonly answer: AnswerRecord | null;
  /** When its state changed last: epoch milliseconds. */
  readonly changedAt: number;
  /** Tickets of its service that were called since it was cancelled; null unless it is cancelled. */
  readonly calledSince: number | null;
}

/** Something that happened, as it is kept for webhooks: name and notes of its ticket are left empty. */
export interface WebhookEvent extends QueueEvent {
  /** Grows from one to the next, and is never given twice. */
  readonly sequence: number;
}

/** An event with its ticket as it was right after the change, and with what is still known of the visitor. */
export interface WebhookNews {
  readonly event: WebhookEvent;
  readonly ticket: TicketRecord | null;
}

/** An entry of the log of a webhook. Holds no personal data. */
export interface WebhookDelivery {
  /** Grows; names it in addresses. */
  readonly number: number;
  readonly id: string;
  readonly webhookId: string;
  /** `sequence` is 0 for a ping. */
  readonly event: Omit<WebhookEvent, 'type'> & { readonly type: WebhookEvent['type'] | typeof WEBHOOK_PING };
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly firstTriedAt: number;
  readonly triedAt: number;
  /** Only while it is `waiting`. */
  readonly nextTryAt: number | null;
  /** 0 when there was no answer. */
  readonly statusCode: number;
  readonly durationMs: number;
  readonly fault: DeliveryFault;
}

export interface WebhookProgress {
  readonly webhookId: string;
  /** All up to this event is done. */
  readonly after: number;
  /** Events that it has not looked at yet, at most. */
  readonly behind: number;
  readonly pausedAt: number | null;
  /** Events that were deleted before it could have them. */
  readonly missed: number;
  /** The delivery that is being tried again; there is at most one. */
  readonly pending: WebhookDelivery | null;
}

/** Every operation of the queue: its input and what it gives. A fault changes nothing. */
export interface QueueOperations {
  createTicket: { input: CreateTicketInput; output: CreatedTicket };
  callTicket: { input: CallTicketInput; output: CalledTicket };
  callPausedTicket: { input: CallTicketInput; output: CalledTicket };
  callCancelledTicket: { input: CallTicketInput; output: CalledTicket };
  callNextTicket: { input: CallNextInput; output: CalledTicket };
  recall: { input: { readonly answerId: string }; output: CalledTicket };
  endCall: { input: { readonly answerId: string }; output: CalledTicket };
  pauseCall: { input: { readonly answerId: string }; output: CalledTicket };
  cancelCall: { input: { readonly answerId: string }; output: CalledTicket };
  transferCall: { input: TransferInput; output: CalledTicket };
  /** The visitor of a ticket that waits goes away; 115 when it does not wait. */
  leaveQueue: { input: AtLocation & { readonly ticketId: string }; output: TicketRecord };
  /** Ends waiting and paused tickets of an earlier business day and starts numbers, counts and averages anew. */
  startDay: { input: AtLocation; output: { readonly ended: number } };
  /** Changes what a ticket in one of the states was answered; 115 in any other. */
  saveFormAnswers: {
    input: {
      readonly ticketId: string;
      readonly states: readonly TicketState[];
      readonly put: readonly FormAnswerInput[];
      readonly remove: readonly string[];
    };
    output: { readonly saved: number };
  };
  /** Erases answers that are due, and names and notes of tickets issued before; at most `limit` of each at a time. */
  anonymise: {
    input: {
      readonly limit: number;
      readonly tickets: readonly { readonly locationId: string; readonly issuedBefore: number }[];
    };
    output: { readonly answers: number; readonly tickets: number; readonly more: boolean };
  };
  /** How deliveries of a webhook went, and how far it is; the log keeps the newest `keep` entries. */
  recordDeliveries: {
    input: {
      readonly webhookId: string;
      readonly after: number;
      readonly deliveries: readonly Omit<WebhookDelivery, 'number' | 'webhookId'>[];
      readonly pause: boolean;
      readonly keep: number;
    };
    /** Numbers in the log, in the order of the deliveries; none when the webhook is gone. */
    output: { readonly numbers: readonly number[] };
  };
  /** Goes on with a webhook that was paused, and tries at once what waits. 6 when it is not in use. */
  resumeWebhook: { input: { readonly webhookId: string }; output: null };
  /** Deletes a slice of the events and the log that are not needed, or are older or more than there is room for. */
  tidyWebhooks: {
    input: {
      readonly limit: number;
      readonly eventsSince: number;
      readonly mostEvents: number;
      readonly logSince: number;
      readonly webhooks: readonly (Subscription & { readonly id: string })[];
    };
    output: {
      readonly missed: readonly { readonly webhookId: string; readonly events: number }[];
      readonly more: boolean;
    };
  };
}

/** Every question to the queue. Lists are in the order that the interface shows. */
export interface QueueQueries {
  /** Tickets that wait for this service, in the order in which they would be called. */
  waitingTickets: {
    input: {
      readonly serviceId: string;
      readonly callOrder: CallNextInput['callOrder'];
      readonly priorityRatio: number;
      /** Epoch milliseconds; without it the times of appointments are not looked at. */
      readonly now?: number;
    };
    output: readonly TicketRecord[];
  };
  /** What a desk has before it: in the order of its next calls, then what waits for others, then what is not due. */
  deskQueue: {
    input: ListInput & {
      readonly deskId: string;
      readonly userId: string;
      readonly callOrder: CallNextInput['callOrder'];
      readonly priorityRatio: number;
      readonly now: number;
      /** Of each of the three. */
      readonly limit: number;
    };
    output: readonly DeskQueueEntry[];
  };
  /** Ids of the tickets that wait for this service in the order in which they would be called, and what a place costs. */
  turnOrder: {
    input: {
      readonly serviceId: string;
      readonly callOrder: CallNextInput['callOrder'];
      readonly priorityRatio: number;
      readonly now: number;
    };
    output: { readonly ids: readonly string[]; readonly secondsPerPlace: number | null };
  };
  /** Those of the tickets that there are. */
  followedTickets: { input: { readonly ticketIds: readonly string[] }; output: readonly FollowedTicket[] };
  pausedTickets: { input: ListInput; output: readonly TicketRecord[] };
  /** Without limit (`tolerance` -1) only those cancelled since the instant, so that the list does not grow for ever. */
  cancelledTickets: {
    input: ListInput & { readonly tolerance: number; readonly since?: number };
    output: readonly TicketRecord[];
  };
  /** One entry per service asked for, also where nothing was ever issued. */
  serviceQueues: { input: { readonly services: readonly string[] }; output: readonly ServiceQueue[] };
  ticket: { input: { readonly ticketId: string }; output: TicketRecord | null };
  /** In the order in which the questions are asked. */
  formAnswers: { input: { readonly ticketId: string }; output: readonly FormAnswerRecord[] };
  answer: { input: { readonly answerId: string }; output: CalledTicket | null };
  /** Newest first. By location, or by one service (whose number was called) or desk of it. */
  lastCalls: {
    input: {
      readonly locationId: string;
      readonly serviceId?: string;
      readonly deskId?: string;
      /** Calls from this instant on. */
      readonly since?: number;
      readonly limit: number;
    };
    output: readonly LastCall[];
  };
  /** How the location has reckoned its days; never empty for one that was ever in the site. */
  dayRules: { input: { readonly locationId: string }; output: readonly DayRule[] };
  /** Whether somebody has checked in, for each of the appointments. */
  checkedIn: { input: { readonly appointments: readonly AppointmentAt[] }; output: readonly boolean[] };
  /** Changes of the site, newest first. */
  audit: { input: AuditInput; output: readonly AuditEntry[] };
  /** The open answer of each desk that has one. */
  openAnswers: { input: { readonly locationId: string }; output: readonly CalledTicket[] };
  /** What `run` would answer this key again without doing anything; `null` when the key is new. */
  earlierOutcome: {
    input: { readonly idempotency: Idempotency; readonly now: number };
    output: Result<unknown, QueueFault> | null;
  };
  /** The next events of a webhook, after the one with that number and after all that is done; null: not in use. */
  webhookWork: {
    input: { readonly webhookId: string; readonly after: number; readonly limit: number };
    output: (WebhookProgress & { readonly events: readonly WebhookNews[] }) | null;
  };
  /** Of every webhook in use. */
  webhookProgress: { input: Readonly<Record<string, never>>; output: readonly WebhookProgress[] };
  /** The log of a webhook, newest first. */
  webhookDeliveries: {
    input: { readonly webhookId: string; readonly before?: number; readonly limit: number };
    output: readonly WebhookDelivery[];
  };
  webhookDelivery: {
    input: { readonly webhookId: string; readonly number: number };
    output: { readonly delivery: WebhookDelivery; readonly ticket: TicketRecord | null } | null;
  };
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
  readonly ticket: {
    readonly serviceId: string;
    readonly number: number;
    readonly label: string;
    readonly issuedAt: number;
  };
}

/** Without anything that is about its visitor. */
export type ExportedTicket = { readonly ticketKey: string } & Pick<
  Omit<TicketRecord, PersonalField>,
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
  /** In the order of the calls. */
  calls: { input: ExportInput; output: ExportPage<ExportedCall> };
  /** In the order of their issue. */
  tickets: { input: ExportInput; output: ExportPage<ExportedTicket> };
}

/**
 * A request that may come twice: the same key with the same fingerprint gives the first good outcome again. A fault is
 * not kept: it changed nothing, and may be gone when the request comes again.
 */
export interface Idempotency {
  /** With its owner: the same key of somebody else is another one. */
  readonly key: string;
  /** Hash of operation and parameters. */
  readonly fingerprint: string;
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
  /** Who makes the change; the program itself when nobody is named. */
  readonly by?: AuditActor;
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
  readonly collection: StoredItem['collection'];
  readonly itemId: string;
  /** As it was called then. */
  readonly itemName: string;
  readonly action: 'added' | 'changed' | 'removed';
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
  readonly kind: 'user' | 'device' | 'webhook' | 'report_key';
  readonly id: string;
  /** The hash of a user's password, of a device's key or of a key for reports, or the secret of a webhook; empty when there is none. */
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

/** Thrown when the database cannot be reached or written just now (errno 131). */
export class StoreUnreachable extends Error {}

export interface Store {
  run<Op extends keyof QueueOperations>(
    operation: Op,
    input: QueueOperations[Op]['input'],
    options: {
      readonly now: number;
      readonly idempotency?: Idempotency;
      /** Called when nothing was done, because the outcome is that of an earlier request. */
      readonly onReplay?: () => void;
    },
  ): Promise<Result<QueueOperations[Op]['output'], QueueFault>>;
  query<Q extends keyof QueueQueries>(query: Q, input: QueueQueries[Q]['input']): Promise<QueueQueries[Q]['output']>;
  /** May take long, and is made beside the queue. */
  report<R extends keyof ReportQueries>(
    report: R,
    input: ReportQueries[R]['input'],
  ): Promise<ReportQueries[R]['output']>;
  /** In the order in which they were first written. */
  readSite(): Promise<readonly StoredItem[]>;
  readCredentials(): Promise<readonly Credential[]>;
  /** Inserts, updates and removes in one transaction. */
  writeSite(change: SiteChange): Promise<void>;
  /** Small values that must outlive the process, such as generated secrets' public parts or the last clean-up. */
  readMeta(key: string): Promise<string | null>;
  writeMeta(key: string, value: string): Promise<void>;
  /** Called after each commit with what it changed, in commit order. Returns how to stop. */
  onEvents(listener: (events: readonly QueueEvent[]) => void): () => void;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Finishes what was accepted, then closes. */
  close(): Promise<void>;
}
