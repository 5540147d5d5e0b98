/** Stored appointments and their query parameters. */

import { createHash } from 'node:crypto';
import type { TicketState } from '../../queue/contract/records.ts';
import type { Appointment } from '../../site/contract/site.ts';

/** An appointment with its booked time. */
export interface AppointmentAt {
  readonly id: string;
  readonly bookedAt: number;
}

/** Ticket of a visitor who has checked in for an appointment. */
export interface VisitTicket {
  /** Ticket number. */
  readonly label: string;
  readonly state: TicketState;
  /** The visit ended after a call, so the visitor neither left nor waited until the end of the day. */
  readonly served: boolean;
}

/** A stored appointment with the location of its service, even if it names none itself. */
export interface KeptAppointment {
  readonly locationId: string;
  readonly appointment: Appointment;
}

/** Position of a page's last appointment, ordered by time and id. */
export interface AppointmentPlace {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** `hh:mm:ss` */
  readonly time: string;
  readonly id: string;
}

/** Filter: appointments that refer to one of these items. */
export interface AppointmentsOf {
  readonly locations?: readonly string[];
  readonly services?: readonly string[];
  readonly users?: readonly string[];
  readonly desks?: readonly string[];
}

export interface BirthdayInput {
  readonly locationId: string;
  readonly birthday: string;
  readonly from: string;
  readonly until: string;
  readonly limit: number;
}

export interface AppointmentPageInput {
  readonly locationId: string;
  /** Both days are included: `yyyy-mm-dd`, or empty for no limit. */
  readonly from: string;
  readonly until: string;
  /** Filter by state; null: all. */
  readonly state: number | null;
  /** Folded search text for names, codes and ids (see `foldText`); empty: no search. */
  readonly text: string;
  /** Appointments of these services also match, whatever their text. */
  readonly services: readonly string[];
  readonly after: AppointmentPlace | null;
  readonly limit: number;
}

/** Changes when an appointment changes or is missing. */
export function fingerprintOf(appointments: readonly KeptAppointment[]): string {
  const hash = createHash('sha256');
  for (const kept of appointments.toSorted((a, b) => (a.appointment.id < b.appointment.id ? -1 : 1))) {
    hash.update(JSON.stringify(kept));
  }
  return hash.digest('base64url');
}
