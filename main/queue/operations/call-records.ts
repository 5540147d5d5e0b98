/** Calls of tickets to desks. */
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';

export interface CallAt extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly callPolicy: 'end_current' | 'refuse';
  /**
   * The open call that the client expects; null for a free desk. If another call is open, the request is refused (115).
   */
  readonly current?: string | null;
  /** How the open call ends; default: the visitor has been served. */
  readonly concludeAs?: 'endCall' | 'cancelCall';
}

export interface CalledTicket {
  readonly answer: CallRecord;
  readonly ticket: TicketRecord;
}

/** A ticket with its latest call, if it was ever called. */
export interface TicketNow {
  readonly ticket: TicketRecord;
  readonly answer: CallRecord | null;
}

/** One entry of the last calls: a call with its ticket. */
export type LastCall = CalledTicket;

export interface LastCallsInput {
  readonly locationId: string;
  readonly serviceId?: string;
  readonly deskId?: string;
  /** Only calls at or after this instant. */
  readonly since?: number;
  readonly limit: number;
}

export interface ServiceLastCallsInput {
  readonly locationId: string;
  /** Services of the called numbers. */
  readonly services: readonly string[];
  /** Only calls at or after this instant, in epoch milliseconds. */
  readonly since: number;
}

/** The last call of a service's numbers. */
export interface ServiceLastCall {
  readonly serviceId: string;
  readonly call: LastCall;
}
