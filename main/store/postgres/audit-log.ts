/** The audit log: written in the same transaction as the change, from what was stored before it. */
import type { Steps } from '../../queue/step.ts';
import { type AuditDraft, auditedItems, draftAudit, KEPT_AUDIT_ENTRIES, KEPT_BOOKING_ENTRIES } from '../audit-draft.ts';
import type { AuditEntry, AuditInput, SiteChange, StoredItem } from '../store.ts';
import type { Session } from './session.ts';
import { selected, statement } from './statement.ts';

const STORED = statement(
  'stored-items',
  `SELECT collection, id, body FROM site_item
  WHERE (collection, id) IN (SELECT collection, id FROM json_to_recordset($1::json) AS asked (collection text, id text))`,
);
const INSERT = statement(
  'add-audit-entry',
  `INSERT INTO audit (change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const FORGET = statement('forget-audit-entries', 'DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - $1');
const FORGET_BOOKINGS = statement(
  'forget-booking-entries',
  "DELETE FROM audit WHERE id <= (SELECT max(id) FROM audit) - $1 AND collection = 'appointments'",
);

/** What a change of the site will do; to be asked before it is done. */
export function* auditOf(session: Session, change: SiteChange): Steps<readonly AuditDraft[]> {
  const stored = yield* session.ask<StoredItem>(STORED, [JSON.stringify(auditedItems(change))]);
  const bodies = new Map(stored.map(({ collection, id, body }) => [`${collection}\n${id}`, body]));
  return draftAudit(change, ({ collection, id }) => bodies.get(`${collection}\n${id}`) ?? null);
}

export function writeAudit(
  session: Session,
  drafts: readonly AuditDraft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): void {
  for (const { collection, itemId, itemName, action, fields } of drafts) {
    const values = [changeId, now, by.kind, by.id, collection, itemId, itemName, action, JSON.stringify(fields)];
    session.send(INSERT, values);
  }
  if (drafts.length === 0) return;
  session.send(FORGET_BOOKINGS, [KEPT_BOOKING_ENTRIES]);
  session.send(FORGET, [KEPT_AUDIT_ENTRIES]);
}

interface Row extends Omit<AuditEntry, 'by' | 'fields'> {
  readonly byKind: AuditEntry['by']['kind'];
  readonly byId: string;
  readonly fields: string;
}

const READ = statement(
  'audit',
  `SELECT ${selected({
    id: 'id',
    changeId: 'change_id',
    at: 'at',
    byKind: 'by_kind',
    byId: 'by_id',
    collection: 'collection',
    itemId: 'item_id',
    itemName: 'item_name',
    action: 'action',
    fields: 'fields',
  })} FROM audit WHERE id < $1 AND ($2::text IS NULL OR collection = $2) AND ($3::text IS NULL OR item_id = $3)
  AND ($4::text IS NULL OR (by_kind = 'user' AND by_id = $4)) ORDER BY id DESC LIMIT $5`,
);

/** Newest first. */
export function* readAudit(session: Session, input: AuditInput): Steps<readonly AuditEntry[]> {
  const { before = Number.MAX_SAFE_INTEGER, collection = null, itemId = null, userId = null, limit } = input;
  const rows = yield* session.ask<Row>(READ, [before, collection, itemId, userId, limit]);
  return rows.map(({ byKind, byId, fields, ...entry }) => ({
    ...entry,
    by: { kind: byKind, id: byId },
    fields: JSON.parse(fields) as AuditEntry['fields'],
  }));
}
