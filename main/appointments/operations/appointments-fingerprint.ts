import { createHash } from 'node:crypto';
import type { KeptAppointment } from './appointment-records.ts';

/** Another one as soon as one of them is another, or is missing. */
export function fingerprintOf(appointments: readonly KeptAppointment[]): string {
  const hash = createHash('sha256');
  for (const kept of appointments.toSorted((a, b) => (a.appointment.id < b.appointment.id ? -1 : 1))) {
    hash.update(JSON.stringify(kept));
  }
  return hash.digest('base64url');
}
