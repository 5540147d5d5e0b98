/** Appointments as the store keeps them, and how they are looked for. */

import { createHash } from 'node:crypto';
import type { TicketState } from '../../queue/contract/records.ts';
import type { Appointment } from '../../site/contract/site.ts';

/** An appointment at the time for which it is booked now. */
export interface AppointmentAt {
  readonly id: string;
  readonly bookedAt: number;
}

/** The ticket of a visitor who has checked in for an appointment. */
export interface VisitTicket {
  /** As on paper. */
  readonly label: string;
  readonly state: TicketState;
  /** It has ended after a call: its visitor did not leave, and the day did not end first. */
  readonly served: boolean;
}

/** An appointment as it is kept: with the location of its service, whether or not it names one itself. */
export interface KeptAppointment {
  readonly locationId: string;
  readonly appointment: Appointment;
}

/** Where a page of appointments ended: in the order of time, then id. */
export interface AppointmentPlace {
  /** `yyyy-mm-dd` */
  readonly day: string;
  /** `hh:mm:ss` */
  readonly time: string;
  readonly id: string;
}

/** Appointments that name one of these. */
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
  /** Days, both included: `yyyy-mm-dd`, or empty for no bound. */
  readonly from: string;
  readonly until: string;
  /** Only those; null: all. */
  readonly state: number | null;
  /** What to find in names, codes and ids, folded (see `foldText`); empty: everything. */
  readonly text: string;
  /** Those of these services are found too, whatever they contain. */
  readonly services: readonly string[];
  readonly after: AppointmentPlace | null;
  readonly limit: number;
}

/** Another one as soon as one of them is another, or is missing. */
export function fingerprintOf(appointments: readonly KeptAppointment[]): string {
  const hash = createHash('sha256');
  for (const kept of appointments.toSorted((a, b) => (a.appointment.id < b.appointment.id ? -1 : 1))) {
    hash.update(JSON.stringify(kept));
  }
  return hash.digest('base64url');
}
