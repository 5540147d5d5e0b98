import type { AppointmentAt } from '../store.ts';
import type { Db } from './db.ts';

export function isCheckedIn(db: Db, { id, bookedAt }: AppointmentAt): boolean {
  return db.get('SELECT 1 FROM check_in WHERE appointment_id = ? AND booked_at = ?', id, bookedAt) !== undefined;
}

export function putCheckIn(db: Db, { id, bookedAt }: AppointmentAt, ticketId: string): void {
  db.run('INSERT INTO check_in (appointment_id, booked_at, ticket_id) VALUES (?, ?, ?)', id, bookedAt, ticketId);
}
