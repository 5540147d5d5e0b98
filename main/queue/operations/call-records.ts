/** Calls of tickets to desks. */
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';

export interface CallAt extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly callPolicy: 'end_current' | 'refuse';
  /** The open call that the caller knows of; null for a free desk. With another one there nothing is done (115). */
  readonly current?: string | null;
}

export interface CalledTicket {
  readonly answer: CallRecord;
  readonly ticket: TicketRecord;
}

/** A ticket with its newest call, if it was ever called. */
export interface TicketNow {
  readonly ticket: TicketRecord;
  readonly answer: CallRecord | null;
}

/** One entry of the last calls: an answer with the ticket that it called. */
export type LastCall = CalledTicket;

export interface LastCallsInput {
  readonly locationId: string;
  readonly serviceId?: string;
  readonly deskId?: string;
  /** Calls from this instant on. */
  readonly since?: number;
  readonly limit: number;
}

export interface ServiceLastCallsInput {
  readonly locationId: string;
  /** Services whose number was called. */
  readonly services: readonly string[];
  /** Calls from this instant on: epoch milliseconds. */
  readonly since: number;
}

/** The last call of a number of a service. */
export interface ServiceLastCall {
  readonly serviceId: string;
  readonly call: LastCall;
}
