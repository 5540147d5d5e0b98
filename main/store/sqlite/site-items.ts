import type { AppointmentRows } from '../../queue/rows.ts';
import { finish } from '../../queue/step.ts';
import { changeAppointments, editAppointment as edited } from '../appointment-changes.ts';
import type { AppointmentEdit, SiteChange, StoredItem } from '../store.ts';
import { auditOf, writeAudit } from './audit-log.ts';
import { writeCredentials } from './credentials.ts';
import { keepDayRules } from './day-rules.ts';
import type { Db } from './db.ts';
import { followSite } from './webhook-events.ts';

export function readSite(db: Db): readonly StoredItem[] {
  return db.all<StoredItem>('SELECT collection, id, body FROM site_item ORDER BY position').map((row) => ({ ...row }));
}

interface Moment {
  readonly now: number;
  readonly changeId: string;
}

/** False, and nothing is written, when appointments are not those that the change was made for. */
export function writeSite(db: Db, rows: AppointmentRows, change: SiteChange, at: Moment): boolean {
  const { appointments } = change;
  const visits = appointments === undefined ? [] : finish(changeAppointments(rows, appointments));
  if (visits === null) return false;
  writeAudit(db, [...auditOf(db, change), ...visits], change, at);
  for (const { collection, id } of change.remove) {
    db.run('DELETE FROM site_item WHERE collection = ? AND id = ?', collection, id);
  }
  let position = db.get<{ last: number | null }>('SELECT MAX(position) AS last FROM site_item')?.last ?? 0;
  for (const { collection, id, body } of change.put) {
    position += 1;
    // What is updated keeps its place: the order of a site file is the administrator's.
    db.run(
      `INSERT INTO site_item (collection, id, body, position) VALUES (?, ?, ?, ?)
       ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body`,
      collection,
      id,
      body,
      position,
    );
  }
  keepDayRules(db, change, at.now);
  writeCredentials(db, change.credentials ?? []);
  followSite(db, change);
  return true;
}

/** False, and nothing is written, when the appointment is not as it was before. */
export function editAppointment(db: Db, rows: AppointmentRows, edit: AppointmentEdit, at: Moment): boolean {
  const drafts = finish(edited(rows, edit));
  if (drafts === null) return false;
  writeAudit(db, drafts, edit, at);
  return true;
}

export function readMeta(db: Db, key: string): string | null {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null;
}

export function writeMeta(db: Db, key: string, value: string): void {
  db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
}
