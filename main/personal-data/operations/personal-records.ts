/** Personal data of one person: how it is searched, and how it is erased. */
import type { AuditField } from '../../audit/rules/audit.ts';
import type { ActionActor } from '../../devices/operations/device-action-records.ts';

/** Where personal data is kept, each looked through page by page. */
export const PERSONAL_PLACES = ['tickets', 'answers', 'appointments', 'mails'] as const;

export type PersonalPlace = (typeof PERSONAL_PLACES)[number];

/** A row with what it says of a person. */
export interface PersonalRow {
  /** Of the ticket, also for an answer to a form; of the appointment; of the mail. */
  readonly id: string;
  readonly texts: readonly string[];
  /** Names its place in the order in which rows are read. */
  readonly cursor: readonly (string | number)[];
}

export interface CheckedInPair {
  readonly appointmentId: string;
  readonly ticketId: string;
}

/** A mail that waits, without its attachments. */
export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PersonErased {
  readonly tickets: number;
  /** To questions of forms. */
  readonly answers: number;
  readonly appointments: number;
  readonly mails: number;
}

/** Access to records, for the audit log: who read or exported what, and never what it says. */
export interface AccessNote {
  readonly by: ActionActor;
  readonly action: 'read' | 'exported';
  readonly collection: 'personal_data' | 'audit';
  /** Of the ticket or location; else empty. */
  readonly itemId: string;
  readonly fields: readonly AuditField[];
}

/** For the audit log, which never names the person. */
export interface PersonalAudit {
  readonly by: ActionActor;
  readonly action: 'erased' | 'exported';
  readonly counts: PersonErased;
}

/** Tickets of a location that were drawn before an instant, epoch milliseconds. */
export interface IssuedBefore {
  readonly locationId: string;
  readonly issuedBefore: number;
}

/** Appointments of a location that were booked for days before that one, as `2026-11-20`. */
export interface BookedBefore {
  readonly locationId: string;
  readonly bookedBefore: string;
}
