import { writeCredentials } from '../../../access/sql/sqlite/credentials.ts';
import type { AppointmentRows } from '../../../appointments/operations/appointment-rows.ts';
import { changeAppointments, editAppointment as edited } from '../../../appointments/sql/appointment-changes.ts';
import { auditOf, writeAudit } from '../../../audit/sql/sqlite/write-audit.ts';
import { finish } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { keepDayRules } from '../../../queue/sql/sqlite/day-rules.ts';
import { followSite } from '../../../webhooks/sql/sqlite/webhook-events.ts';
import type { AppointmentEdit, EditDone, SiteChange } from '../../operations/site-changes.ts';
import type { PlacedItem, SitePageInput } from '../site-pages.ts';

const PAGE = `SELECT collection, id, body, position FROM site_item WHERE (collection, id) > (?, ?)
  ORDER BY collection, id LIMIT ?`;

/** By their names: no index has them in their order. */
export function sitePage(db: Db, { after, limit }: SitePageInput): readonly PlacedItem[] {
  return db.all<PlacedItem>(PAGE, after?.collection ?? '', after?.id ?? '', limit).map((row) => ({ ...row }));
}

/** Nobody else writes to the file, and to look for the last one costs a look at all of them. */
const lastPositions = new WeakMap<Db, number>();

function nextPosition(db: Db): number {
  const last = lastPositions.get(db) ?? db.get<{ last: number | null }>(LAST)?.last ?? 0;
  lastPositions.set(db, last + 1);
  return last + 1;
}

const LAST = 'SELECT MAX(position) AS last FROM site_item';
/** What is updated keeps its place: the order of a site file is the administrator's. */
const CHANGE = 'UPDATE site_item SET body = ? WHERE collection = ? AND id = ?';
const ADD = 'INSERT INTO site_item (collection, id, body, position) VALUES (?, ?, ?, ?)';

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
  for (const { collection, id, body } of change.put) {
    if (db.run(CHANGE, body, collection, id) === 0) db.run(ADD, collection, id, body, nextPosition(db));
  }
  keepDayRules(db, change, at.now);
  writeCredentials(db, change.credentials ?? []);
  followSite(db, change);
  return true;
}

/** False, and nothing is written, when the appointment is not as it was before; `full` when its slot has no place. */
export function editAppointment(db: Db, rows: AppointmentRows, edit: AppointmentEdit, at: Moment): EditDone {
  const drafts = finish(edited(rows, edit));
  if (drafts === null) return false;
  if (drafts === 'full') return drafts;
  writeAudit(db, drafts, edit, at);
  return true;
}

export function readMeta(db: Db, key: string): string | null {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null;
}

export function writeMeta(db: Db, key: string, value: string): void {
  db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
}
