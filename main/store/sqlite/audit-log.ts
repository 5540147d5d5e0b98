/** The audit log: written in the same transaction as the change, from what was stored before it. */
import { atOnce } from '../../core/steps.ts';
import { type AuditDraft, auditPart, devicePart, draftAudit, keptEntries } from '../audit-draft.ts';
import { auditFieldsOf } from '../kept-shapes.ts';
import type { AuditEntry, AuditInput, SiteChange, StoredItem } from '../store.ts';
import type { Db } from './db.ts';

const STORED = 'SELECT body FROM site_item WHERE collection = ? AND id = ?';
const INSERT = `INSERT INTO audit
  (part, seq, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const LAST = 'SELECT max(seq) AS last FROM audit WHERE part = ?';
const FORGET = 'DELETE FROM audit WHERE part = ? AND seq <= ?';
const OF_DEVICE = 'SELECT at FROM audit WHERE part = ? ORDER BY seq DESC LIMIT 1 OFFSET ?';

/** What a change of the site will do; to be asked before it is done. */
export function auditOf(db: Db, change: SiteChange): readonly AuditDraft[] {
  const storedBody = ({ collection, id }: Pick<StoredItem, 'collection' | 'id'>): string | null =>
    db.get<{ body: string }>(STORED, collection, id)?.body ?? null;
  return atOnce(draftAudit(change, storedBody));
}

export function writeAudit(
  db: Db,
  drafts: readonly AuditDraft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): void {
  const lastOf = new Map<string, number>();
  for (const { collection, itemId, itemName, action, fields } of drafts) {
    const part = auditPart(by, collection);
    const seq = (lastOf.get(part) ?? db.get<{ last: number | null }>(LAST, part)?.last ?? 0) + 1;
    lastOf.set(part, seq);
    const entry = [changeId, now, by.kind, by.id, collection, itemId, itemName, action, JSON.stringify(fields)];
    db.run(INSERT, part, seq, ...entry);
  }
  for (const [part, last] of lastOf) db.run(FORGET, part, last - keptEntries(part));
}

/** When the device's entry of that rank was written, 0 for its newest: epoch milliseconds, null when there are fewer. */
export function deviceAuditedAt(db: Db, deviceId: string, rank: number): number | null {
  return db.get<{ at: number }>(OF_DEVICE, devicePart(deviceId), rank)?.at ?? null;
}

interface Row {
  readonly id: number;
  readonly change_id: string;
  readonly at: number;
  readonly by_kind: AuditEntry['by']['kind'];
  readonly by_id: string;
  readonly collection: AuditEntry['collection'];
  readonly item_id: string;
  readonly item_name: string;
  readonly action: AuditEntry['action'];
  readonly fields: string;
}

/** Newest first. */
export function readAudit(db: Db, input: AuditInput): readonly AuditEntry[] {
  const { before = Number.MAX_SAFE_INTEGER, collection, itemId, userId, limit } = input;
  const conditions = ['id < ?'];
  const values: (string | number)[] = [before];
  const narrow = (condition: string, value: string | undefined): void => {
    if (value === undefined) return;
    conditions.push(condition);
    values.push(value);
  };
  narrow('collection = ?', collection);
  narrow('item_id = ?', itemId);
  narrow("by_kind = 'user' AND by_id = ?", userId);
  const sql = `SELECT id, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields FROM audit
    WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`;
  return db.all<Row>(sql, ...values, limit).map((row) => ({
    id: row.id,
    changeId: row.change_id,
    at: row.at,
    by: { kind: row.by_kind, id: row.by_id },
    collection: row.collection,
    itemId: row.item_id,
    itemName: row.item_name,
    action: row.action,
    fields: auditFieldsOf(row.id, row.fields),
  }));
}
