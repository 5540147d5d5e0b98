import type { SiteChange, StoredItem } from '../store.ts';
import { auditOf, writeAudit } from './audit-log.ts';
import { writeCredentials } from './credentials.ts';
import { keepDayRules } from './day-rules.ts';
import type { Db } from './db.ts';
import { followSite } from './webhook-events.ts';

export function readSite(db: Db): readonly StoredItem[] {
  return db.all<StoredItem>('SELECT collection, id, body FROM site_item ORDER BY position').map((row) => ({ ...row }));
}

export function writeSite(db: Db, change: SiteChange, at: { readonly now: number; readonly changeId: string }): void {
  writeAudit(db, auditOf(db, change), change, at);
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
}

export function readMeta(db: Db, key: string): string | null {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', key)?.value ?? null;
}

export function writeMeta(db: Db, key: string, value: string): void {
  db.run('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
}
