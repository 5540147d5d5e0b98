/** The audit log: written in the same transaction as the change, from what was stored before it. */
import { type AuditField, changedFields } from '../../core/audit.ts';
import type { AuditEntry, AuditInput, CredentialChange, SiteChange } from '../store.ts';
import type { Db } from './db.ts';

/** Entries that are kept; older ones go. Some ten megabytes. */
const KEPT = 50_000;

type Named = Readonly<Record<string, unknown>>;
type Subject = Pick<AuditEntry, 'collection' | 'itemId'>;
type Draft = Subject & Pick<AuditEntry, 'itemName' | 'action'> & { readonly fields: AuditField[] };

/** Where the owner of a secret stands in the site. */
const COLLECTION_OF = { user: 'users', device: 'devices', webhook: 'webhooks', report_key: 'report_keys' } as const;
const SECRET_OF = { user: 'password', device: 'key', webhook: 'secret', report_key: 'key' } as const;

const STORED = 'SELECT body FROM site_item WHERE collection = ? AND id = ?';
const INSERT = `INSERT INTO audit
  (change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const FORGET = 'DELETE FROM audit WHERE id <= (SELECT coalesce(max(id), 0) FROM audit) - ?';

/** What a change of the site will do; to be asked before it is done. */
export function draftAudit(db: Db, { put, remove, credentials = [] }: SiteChange): readonly Draft[] {
  const drafts = new Map<string, Draft>();
  const add = (draft: Draft): void => void drafts.set(`${draft.collection}\n${draft.itemId}`, draft);
  const stored = ({ collection, itemId }: Subject): Named | null => {
    const row = db.get<{ body: string }>(STORED, collection, itemId);
    return row === undefined ? null : (JSON.parse(row.body) as Named);
  };
  for (const { collection, id: itemId } of remove) {
    const before = stored({ collection, itemId });
    if (before === null) continue;
    const fields = [...changedFields(collection, before, null)];
    add({ collection, itemId, itemName: nameOf(before), action: 'removed', fields });
  }
  for (const { collection, id: itemId, body } of put) {
    const before = stored({ collection, itemId });
    const after = JSON.parse(body) as Named;
    const fields = [...changedFields(collection, before, after)];
    if (before !== null && fields.length === 0) continue;
    add({ collection, itemId, itemName: nameOf(after), action: before === null ? 'added' : 'changed', fields });
  }
  for (const change of credentials) {
    // Somebody has signed out: nothing of the site is changed.
    if (change.kind === 'ended_key') continue;
    const subject: Subject = { collection: COLLECTION_OF[change.kind], itemId: change.id };
    const known = drafts.get(`${subject.collection}\n${subject.itemId}`);
    if (known?.action === 'removed') continue;
    if (known !== undefined) known.fields.push(credentialField({ ...change, kind: change.kind }));
    else {
      const itemName = nameOf(stored(subject));
      add({ ...subject, itemName, action: 'changed', fields: [credentialField({ ...change, kind: change.kind })] });
    }
  }
  return [...drafts.values()];
}

export function writeAudit(
  db: Db,
  drafts: readonly Draft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): void {
  for (const { collection, itemId, itemName, action, fields } of drafts) {
    db.run(INSERT, changeId, now, by.kind, by.id, collection, itemId, itemName, action, JSON.stringify(fields));
  }
  if (drafts.length > 0) db.run(FORGET, KEPT);
}

/** That a secret has changed, and never what it is. */
function credentialField({ kind, secret }: CredentialChange & { kind: keyof typeof SECRET_OF }): AuditField {
  const done = secret === undefined ? 'revoked' : secret === '' ? 'removed' : 'set';
  const field = kind === 'user' && secret === undefined ? 'keys' : SECRET_OF[kind];
  return { field, before: '', after: done, hidden: true };
}

function nameOf(item: Named | null): string {
  const name = item?.name === undefined || item.name === '' ? item?.username : item.name;
  return typeof name === 'string' ? name : '';
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
    fields: JSON.parse(row.fields) as readonly AuditField[],
  }));
}
