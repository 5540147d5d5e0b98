/** Personal data of one person: how it is searched, and how it is erased. */
import type { AuditField } from '../../audit/rules/audit.ts';
import type { ActionActor } from '../../devices/operations/device-action-records.ts';

/** Places with personal data, each searched page by page. */
export const PERSONAL_PLACES = ['tickets', 'answers', 'appointments', 'mails'] as const;

export type PersonalPlace = (typeof PERSONAL_PLACES)[number];

/** A row with its personal texts. */
export interface PersonalRow {
  /** Id of the ticket (also for form answers), of the appointment or of the mail. */
  readonly id: string;
  readonly texts: readonly string[];
  /** Position in the read order. */
  readonly cursor: readonly (string | number)[];
}

export interface CheckedInPair {
  readonly appointmentId: string;
  readonly ticketId: string;
}

/** A waiting mail without attachments. */
export interface WaitingMail {
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PersonErased {
  readonly tickets: number;
  /** Form answers. */
  readonly answers: number;
  readonly appointments: number;
  readonly mails: number;
}

/** Access to records for the audit log: who read or exported which record, never its content. */
export interface AccessNote {
  readonly by: ActionActor;
  readonly action: 'read' | 'exported';
  readonly collection: 'personal_data' | 'audit';
  /** Id of the ticket or location; else empty. */
  readonly itemId: string;
  readonly fields: readonly AuditField[];
}

/** Entry of the audit log, which never names the person. */
export interface PersonalAudit {
  readonly by: ActionActor;
  readonly action: 'erased' | 'exported';
  readonly counts: PersonErased;
}

/** Tickets of a location issued before an instant in epoch milliseconds. */
export interface IssuedBefore {
  readonly locationId: string;
  readonly issuedBefore: number;
}

/** Appointments of a location booked for days before that one, such as `2026-11-20`. */
export interface BookedBefore {
  readonly locationId: string;
  readonly bookedBefore: string;
}
