/**
 * Messages between the main thread and the store's worker.
 *
 * Plain data, sent as one JSON text per message. For many small objects, this takes half the time of structured
 * clones.
 */

import type { UnreadableRow } from '../../database/stored-json.ts';
import type { CallRecord, QueueEvent, TicketRecord } from '../../queue/contract/records.ts';
import type { Idempotency } from '../../queue/contract/request.ts';
import type { ReportQueries } from '../../reports/operations/report-queries.ts';
import type { AppointmentEdit, SiteChange, StoredItem } from '../../site/operations/site-changes.ts';
import type { SitePageInput } from '../../site/sql/site-items.ts';
import type { QueueOperations } from '../contract/operation-types.ts';
import type { ClockRight, StoreQueries } from '../contract/store.ts';

/** Given to the worker at its start. */
export interface WorkerSettings {
  readonly file: string;
  readonly busyTimeoutMs: number;
  /** Purpose of the thread: reports, or (if absent) everything else. */
  readonly role?: 'reports';
  /** The file grows no larger. */
  readonly maxBytes?: number;
}

export type RunTask = {
  readonly [Name in keyof QueueOperations]: {
    readonly kind: 'run';
    readonly operation: Name;
    readonly input: QueueOperations[Name]['input'];
    readonly now: number;
    readonly idempotency: Idempotency | null;
  };
}[keyof QueueOperations];

export type WriteTask =
  | RunTask
  /** `partsBefore`: number of parts that were sent before. */
  | { readonly kind: 'writeSite'; readonly change: SiteChange; readonly now: number; readonly partsBefore?: number }
  | { readonly kind: 'editAppointment'; readonly edit: AppointmentEdit; readonly now: number }
  | { readonly kind: 'putClockRight'; readonly right: ClockRight }
  | { readonly kind: 'writeMeta'; readonly key: string; readonly value: string };

export type QueryTask = {
  readonly [Name in keyof StoreQueries]: {
    readonly kind: 'query';
    readonly query: Name;
    readonly input: StoreQueries[Name]['input'];
  };
}[keyof StoreQueries];

export type ReadTask =
  | QueryTask
  | (SitePageInput & { readonly kind: 'sitePage' })
  | { readonly kind: 'readCredentials' }
  | { readonly kind: 'readMeta'; readonly key: string }
  /** Returns whether the WAL is empty. */
  | { readonly kind: 'emptyLog' }
  | { readonly kind: 'ping' };

export type ReportTask = {
  readonly [Name in keyof ReportQueries]: {
    readonly kind: 'report';
    readonly report: Name;
    readonly input: ReportQueries[Name]['input'];
  };
}[keyof ReportQueries];

/** Kept by the thread until its change arrives. */
export interface SitePartTask {
  readonly kind: 'sitePart';
  readonly place: number;
  readonly put: readonly StoredItem[];
}

export type Task = WriteTask | ReadTask | ReportTask | SitePartTask;

export interface Request<Kind extends Task = Task> {
  readonly id: number;
  readonly task: Kind;
  /** Id of the request on whose behalf it runs; absent for background work. */
  readonly request?: string | undefined;
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  /** `unreachable`: an infrastructure fault that can be retried; otherwise a bug, with its `stack`. */
  | {
      readonly id: number;
      readonly ok: false;
      readonly unreachable: boolean;
      readonly damaged?: boolean;
      /** Aborted, because the client disconnected. */
      readonly abandoned?: boolean;
      readonly message: string;
      readonly stack?: string;
    };

/** An event in transit. A number refers to the record of the reply at that index. */
export interface SentEvent extends Omit<QueueEvent, 'ticket' | 'answer'> {
  ticket?: TicketRecord | number;
  answer?: CallRecord | number;
}

export type ToWorker =
  | { readonly type: 'requests'; readonly requests: readonly Request[] }
  /** To the report thread: the client of that report disconnected. */
  | { readonly type: 'abandon'; readonly id: number }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'opened' }
  | {
      readonly type: 'refused';
      readonly unreachable: boolean;
      readonly damaged: boolean;
      readonly message: string;
    }
  | {
      readonly type: 'done';
      readonly replies: readonly Reply[];
      readonly events: readonly SentEvent[];
      /** Damaged rows that were skipped. */
      readonly unreadable?: readonly UnreadableRow[];
    };

export function writeMessage(message: ToWorker | FromWorker): string {
  return JSON.stringify(message);
}

/** Both ends are the same program version, so messages need no validation. */
export function readMessage<Message extends ToWorker | FromWorker>(text: string): Message {
  return JSON.parse(text);
}

interface Held {
  readonly ticket?: TicketRecord;
  readonly answer?: CallRecord;
}

const NOTHING: Held = {};

/** Records in the reply of a successful operation. */
function heldBy(reply: Reply | undefined): Held {
  if (reply?.ok !== true) return NOTHING;
  const outcome = reply.value as { readonly value?: Held | null } | null | undefined;
  return outcome?.value ?? NOTHING;
}

/**
 * Replaces records in events by references to the replies, which often contain the same ticket or call, so that each is
 * transferred once.
 */
export function shareRecords(replies: readonly Reply[], events: readonly QueueEvent[]): readonly SentEvent[] {
  if (events.length === 0) return [];
  const places = new Map<TicketRecord | CallRecord, number>();
  replies.forEach((reply, place) => {
    const { ticket, answer } = heldBy(reply);
    if (ticket !== undefined) places.set(ticket, place);
    if (answer !== undefined) places.set(answer, place);
  });
  return events.map((event) => {
    const sent: SentEvent = { ...event };
    if (event.ticket !== undefined) sent.ticket = places.get(event.ticket) ?? event.ticket;
    if (event.answer !== undefined) sent.answer = places.get(event.answer) ?? event.answer;
    return sent;
  });
}

/** Restores events after `shareRecords`, in place: they have no other owner. */
export function joinRecords(replies: readonly Reply[], events: readonly SentEvent[]): readonly QueueEvent[] {
  for (const event of events) {
    if (typeof event.ticket === 'number') event.ticket = heldBy(replies[event.ticket]).ticket as TicketRecord;
    if (typeof event.answer === 'number') event.answer = heldBy(replies[event.answer]).answer as CallRecord;
  }
  return events as readonly QueueEvent[];
}
