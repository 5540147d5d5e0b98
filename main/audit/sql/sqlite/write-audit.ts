/** Writes the audit log in the transaction of the change, from what was stored before it. */

import { DONE, type Effect, finish } from '../../../database/effect.ts';
import { sqliteRunner } from '../../../database/sql-runner.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { atOnce } from '../../../lib/steps.ts';
import type { SiteChange, StoredItem } from '../../../site/operations/site-changes.ts';
import { type AuditDraft, auditPart, draftAudit } from '../audit-draft.ts';
import { partEnd, writeParts } from '../audit-log.ts';
import { sealEntries } from '../audit-seal.ts';

const STORED = 'SELECT body FROM site_item WHERE collection = ? AND id = ?';
const INSERT = `INSERT INTO audit
  (part, seq, prev_hash, hash, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

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
  at: { readonly now: number; readonly changeId: string },
): Effect<void> {
  const runner = sqliteRunner(db);
  const names = new Set(drafts.map((draft) => auditPart(by, draft)));
  const ends = new Map([...names].map((part) => [part, finish(partEnd(runner, part))]));
  const { entries, parts } = atOnce(sealEntries(drafts, by, at, ends));
  for (const { part, seq, prevHash, hash, collection, itemId, itemName, action, fields } of entries) {
    const entry = [at.changeId, at.now, by.kind, by.id, collection, itemId, itemName, action, fields];
    db.run(INSERT, part, seq, prevHash, hash, ...entry);
  }
  finish(writeParts(runner, parts));
  return DONE;
}
