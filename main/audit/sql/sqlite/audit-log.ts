/** The audit log: written in the same transaction as the change, from what was stored before it. */

import type { Db } from '../../../database/sqlite/db.ts';
import { atOnce } from '../../../lib/steps.ts';
import type { SiteChange, StoredItem } from '../../../site/operations/site-changes.ts';
import type { AuditEntry, AuditInput } from '../../operations/audit-entries.ts';
import { type ChainedEntry, type ChainHead, chainStart } from '../../rules/audit-chain.ts';
import type { AuditPage, AuditPageInput } from '../../rules/audit-pages.ts';
import { type AuditDraft, auditPart, devicePart, draftAudit } from '../audit-draft.ts';
import { AUDIT_PAGE_ROWS, type PartEnd, pageEnd, sealEntries } from '../audit-seal.ts';
import { type AuditRow, auditEntryOf } from '../stored-entries.ts';

const STORED = 'SELECT body FROM site_item WHERE collection = ? AND id = ?';
const INSERT = `INSERT INTO audit
  (part, seq, prev_hash, hash, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const LAST = 'SELECT max(seq) AS last FROM audit WHERE part = ?';
const CHAIN_COLUMNS = `part, begun_after AS begunAfter, cut_seq AS cutSeq, cut_hash AS cutHash, head_seq AS headSeq,
  head_hash AS headHash`;
const CHAINS = `SELECT ${CHAIN_COLUMNS} FROM audit_chain`;
const CHAIN = `${CHAINS} WHERE part = ?`;
const PUT_HEAD = `INSERT INTO audit_chain (part, begun_after, cut_seq, cut_hash, head_seq, head_hash)
  VALUES (?, 0, 0, '${chainStart(0)}', ?, ?)
  ON CONFLICT (part) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash`;
const CUT = `UPDATE audit_chain SET cut_seq = ?2,
  cut_hash = coalesce((SELECT hash FROM audit WHERE part = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1), cut_hash) WHERE part = ?1`;
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
  at: { readonly now: number; readonly changeId: string },
): void {
  const names = new Set(drafts.map((draft) => auditPart(by, draft)));
  const ends = new Map([...names].map((part) => [part, endOf(db, part)]));
  const { entries, parts } = atOnce(sealEntries(drafts, by, at, ends));
  for (const { part, seq, prevHash, hash, collection, itemId, itemName, action, fields } of entries) {
    const entry = [at.changeId, at.now, by.kind, by.id, collection, itemId, itemName, action, fields];
    db.run(INSERT, part, seq, prevHash, hash, ...entry);
  }
  for (const { part, headSeq, headHash, cutTo, isNewCut } of parts) {
    db.run(PUT_HEAD, part, headSeq, headHash);
    if (isNewCut) db.run(CUT, part, cutTo);
    if (cutTo > 0) db.run(FORGET, part, cutTo);
  }
}

function endOf(db: Db, part: string): PartEnd {
  const last = db.get<{ last: number | null }>(LAST, part)?.last ?? null;
  return { last, chain: db.get<ChainHead>(CHAIN, part) ?? null };
}

/** When the device's entry of that rank was written, 0 for its newest: epoch milliseconds, null when there are fewer. */
export function deviceAuditedAt(db: Db, deviceId: string, rank: number): number | null {
  return db.get<{ at: number }>(OF_DEVICE, devicePart(deviceId), rank)?.at ?? null;
}

const ENTRY = `id, change_id AS changeId, at, by_kind AS byKind, by_id AS byId, collection, item_id AS itemId, item_name AS itemName,
  action, fields`;

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
  const sql = `SELECT ${ENTRY} FROM audit WHERE ${conditions.join(' AND ')} ORDER BY id DESC LIMIT ?`;
  return db.all<AuditRow>(sql, ...values, limit).map(auditEntryOf);
}

const PAGE_ROWS = `SELECT seq, length(fields) AS letters FROM audit WHERE part = ? AND seq > ? ORDER BY seq LIMIT ${AUDIT_PAGE_ROWS}`;
const PAGE = `SELECT ${ENTRY}, part, seq, prev_hash AS prevHash, hash FROM audit
  WHERE part = ?1 AND seq > ?2 AND seq <= ?3 AND (?4 IS NULL OR collection = ?4) AND (?5 IS NULL OR item_id = ?5)
    AND (?6 IS NULL OR (by_kind = 'user' AND by_id = ?6)) AND (?7 IS NULL OR at >= ?7) AND (?8 IS NULL OR at < ?8)
  ORDER BY seq`;
const NEXT_PART = `SELECT min(part) AS part FROM (SELECT min(part) AS part FROM audit WHERE part > ?1
  UNION ALL SELECT min(part) FROM audit_chain WHERE part > ?1)`;

export function readAuditHeads(db: Db): readonly ChainHead[] {
  return db.all<ChainHead>(`${CHAINS} ORDER BY part`);
}

export function readAuditPage(db: Db, input: AuditPageInput): AuditPage {
  const { part, after, collection = null, itemId = null, userId = null, from = null, until = null } = input;
  const { last, next } = pageEnd(db.all<{ seq: number; letters: number }>(PAGE_ROWS, part, after));
  return {
    head: db.get<ChainHead>(CHAIN, part) ?? null,
    entries: db.all<ChainedEntry>(PAGE, part, after, last, collection, itemId, userId, from, until),
    next,
    nextPart: db.get<{ part: string | null }>(NEXT_PART, part)?.part ?? null,
  };
}
