/** Reads the audit log, and writes entries in the transaction of the change. */

import type { Effects } from '../../database/effect.ts';
import { LOCK_AUDIT } from '../../database/postgres/locks.ts';
import { selected } from '../../database/postgres/statement.ts';
import { type ColumnsOf, insertRows, sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { isListOf, isShaped, isText, readKept } from '../../database/stored-json.ts';
import { AUDIT } from '../../database/tables/site-tables.ts';
import type { SlicedWork } from '../../lib/steps.ts';
import { type ItemKey, itemKey, type SiteChange, type StoredItem } from '../../site/operations/site-changes.ts';
import type { AuditActor, AuditEntry, AuditInput } from '../operations/audit-entries.ts';
import type { AuditField } from '../rules/audit.ts';
import {
  type ChainedEntry,
  type ChainHead,
  chainStart,
  emptyChain,
  entryHash,
  keptEntries,
} from '../rules/audit-chain.ts';
import type { AuditPage, AuditPageInput } from '../rules/audit-pages.ts';
import { type AuditDraft, auditedItems, auditPart, devicePart, draftAudit } from './audit-draft.ts';

/** A selected row; `fields` is JSON. */
interface AuditRow extends Omit<AuditEntry, 'by' | 'fields'> {
  readonly byKind: AuditEntry['by']['kind'];
  readonly byId: string;
  readonly fields: string;
}

const ENTRY: ColumnsOf<AuditRow> = {
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
};

/** The changed items, as stored before the change. */
const STORED = sql(
  'stored-items',
  ({ keys }) => `SELECT collection, id, body FROM site_item
  JOIN ${keys({ collection: 'text', id: 'text' })} USING (collection, id)`,
);

/** Ids in the order of the list. */
const INSERT = sql('add-audit-entries', (dialect) =>
  insertRows(dialect, AUDIT, [...Object.values(ENTRY).slice(1), 'part', 'seq', 'prev_hash', 'hash']),
);

const LAST = sql('last-audit-entry', 'SELECT max(seq) AS last FROM audit WHERE part = $1');

const SELECT_CHAIN = `SELECT ${selected({
  part: 'part',
  begunAfter: 'begun_after',
  cutSeq: 'cut_seq',
  cutHash: 'cut_hash',
  headSeq: 'head_seq',
  headHash: 'head_hash',
})} FROM audit_chain`;

const CHAINS = sql('audit-chains', `${SELECT_CHAIN} ORDER BY part`);

const CHAIN = sql('audit-chain', `${SELECT_CHAIN} WHERE part = $1`);

const PUT_HEAD = sql(
  'put-audit-head',
  `INSERT INTO audit_chain (part, begun_after, cut_seq, cut_hash, head_seq, head_hash)
  VALUES ($1, 0, 0, '${chainStart(0)}', $2, $3)
  ON CONFLICT (part) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash`,
);

const CUT = sql(
  'cut-audit-chain',
  `UPDATE audit_chain SET cut_seq = $2, cut_hash = coalesce(
    (SELECT hash FROM audit WHERE part = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1), cut_hash) WHERE part = $1`,
);

const FORGET = sql('forget-audit-entries', 'DELETE FROM audit WHERE part = $1 AND seq <= $2');

const OF_DEVICE = sql('device-audited-at', 'SELECT at FROM audit WHERE part = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2');

const READ = sql(
  'audit',
  `SELECT ${selected(ENTRY)} FROM audit WHERE id < $1 AND (collection = $2 OR $2 IS NULL)
  AND (item_id = $3 OR $3 IS NULL) AND ((by_kind = 'user' AND by_id = $4) OR $4 IS NULL) ORDER BY id DESC LIMIT $5`,
);

/** The newest end of a part, read under the lock of the part. */
interface PartEnd {
  /** Number of the newest entry; null without one. */
  readonly last: number | null;
  /** Null for a part without entries. */
  readonly chain: ChainHead | null;
}

interface SealedEntry extends Omit<AuditDraft, 'fields'> {
  readonly part: string;
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  /** JSON. */
  readonly fields: string;
}

interface SealedPart {
  readonly part: string;
  readonly headSeq: number;
  readonly headHash: string;
  /** Drops entries up to this number; 0: none. */
  readonly cutTo: number;
  /** Whether this drops more than the recorded cut. */
  readonly isNewCut: boolean;
}

/** The newest sealed entry of each part. */
type SealedHeads = Map<string, { readonly seq: number; readonly hash: string }>;

/**
 * Adds numbers and hashes to the entries.
 * @param ends of every part with a draft
 * @param heads newest sealed entries of the same change; updated by this call
 */
function* sealEntries(
  drafts: readonly AuditDraft[],
  by: AuditActor,
  { now: at, changeId }: { readonly now: number; readonly changeId: string },
  ends: ReadonlyMap<string, PartEnd>,
  heads: SealedHeads,
): SlicedWork<readonly SealedEntry[]> {
  const entries: SealedEntry[] = [];
  for (const { fields: list, ...draft } of drafts) {
    const part = auditPart(by, draft);
    const { last, chain } = ends.get(part) ?? { last: null, chain: null };
    const { headSeq, headHash } = chain ?? emptyChain(part);
    // An entry removed at the newest end leaves a gap, and one added there is skipped.
    const head = heads.get(part) ?? { seq: Math.max(last ?? 0, headSeq), hash: headHash };
    const [seq, prevHash, fields] = [head.seq + 1, head.hash, JSON.stringify(list)];
    const hash = entryHash({ ...draft, part, prevHash, changeId, at, byKind: by.kind, byId: by.id, fields });
    heads.set(part, { seq, hash });
    entries.push({ ...draft, part, seq, prevHash, hash, fields });
    yield;
  }
  return entries;
}

/** Ends of the chains after these entries are written. */
function sealedParts(heads: Readonly<SealedHeads>, ends: ReadonlyMap<string, PartEnd>): readonly SealedPart[] {
  return [...heads].map(([part, { seq, hash }]) => {
    const cutTo = Math.max(0, seq - keptEntries(part));
    const { cutSeq } = ends.get(part)?.chain ?? emptyChain(part);
    return { part, headSeq: seq, headHash: hash, cutTo, isNewCut: cutTo > cutSeq };
  });
}

/** Rows read for one page. */
const AUDIT_PAGE_ROWS = 500;

/** Maximum characters of the fields on a page, except for a single longer entry. */
const MAX_PAGE_LETTERS = 1_000_000;

/** Number of a page's last entry, and the start of the next page: null at the end of the part. */
function pageEnd(rows: readonly { readonly seq: number; readonly letters: number }[]): {
  readonly last: number;
  readonly next: number | null;
} {
  let letters = 0;
  let last: number | null = null;
  for (const row of rows) {
    letters += row.letters;
    if (last !== null && letters > MAX_PAGE_LETTERS) return { last, next: last };
    last = row.seq;
  }
  return { last: last ?? 0, next: rows.length < AUDIT_PAGE_ROWS ? null : last };
}

const PAGE_ROWS = sql(
  'audit-page-rows',
  `SELECT seq, length(fields) AS letters FROM audit WHERE part = $1 AND seq > $2 ORDER BY seq LIMIT ${AUDIT_PAGE_ROWS}`,
);

const PAGE = sql(
  'audit-page',
  `SELECT ${selected({ ...ENTRY, part: 'part', seq: 'seq', prevHash: 'prev_hash', hash: 'hash' })} FROM audit
  WHERE part = $1 AND seq > $2 AND seq <= $3 AND (collection = $4 OR $4 IS NULL) AND (item_id = $5 OR $5 IS NULL)
  AND ((by_kind = 'user' AND by_id = $6) OR $6 IS NULL) AND (at >= $7 OR $7 IS NULL) AND (at < $8 OR $8 IS NULL)
  ORDER BY seq`,
);

const NEXT_PART = sql(
  'next-audit-part',
  `SELECT min(part) AS part FROM (SELECT min(part) AS part FROM audit WHERE part > $1
  UNION ALL SELECT min(part) FROM audit_chain WHERE part > $1) AS parts`,
);

const ENTRIES_AT_ONCE = 5_000;

/** Audit entries of a site change. Call this before the change. */
export function* auditOf(db: SqlRunner, change: SiteChange): Effects<readonly AuditDraft[]> {
  const stored = yield* db.lookUp<ItemKey, StoredItem>(STORED, auditedItems(change), itemKey);
  return yield* db.inSteps(draftAudit(change, (item) => stored(item)?.body ?? null));
}

export function* writeAudit(
  db: SqlRunner,
  drafts: readonly AuditDraft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): Effects<void> {
  if (drafts.length === 0) return;
  const ends = new Map<string, PartEnd>();
  // In a fixed order, so that servers do not deadlock. A change takes these locks last.
  for (const part of [...new Set(drafts.map((draft) => auditPart(by, draft)))].toSorted()) {
    yield* db.lock(LOCK_AUDIT, part);
    const row = yield* db.one<{ last: number | null }>(LAST, part);
    ends.set(part, { last: row?.last ?? null, chain: yield* db.one<ChainHead>(CHAIN, part) });
  }
  const heads: SealedHeads = new Map();
  // In batches: a large site has more entries than the thread can hold as texts.
  for (let from = 0; from < drafts.length; from += ENTRIES_AT_ONCE) {
    const some = drafts.slice(from, from + ENTRIES_AT_ONCE);
    const entries = yield* db.inSteps(sealEntries(some, by, { now, changeId }, ends, heads));
    const rows = entries.map(({ itemId, itemName, prevHash, ...entry }) => ({
      ...entry,
      item_id: itemId,
      item_name: itemName,
      prev_hash: prevHash,
      change_id: changeId,
      at: now,
      by_kind: by.kind,
      by_id: by.id,
    }));
    yield* db.sendRows(INSERT, rows);
  }
  yield* writeParts(db, sealedParts(heads, ends));
}

/** Writes the ends of the chains, and deletes entries before the cut. */
function* writeParts(db: SqlRunner, parts: readonly SealedPart[]): Effects<void> {
  for (const { part, headSeq, headHash, cutTo, isNewCut } of parts) {
    yield* db.send(PUT_HEAD, part, headSeq, headHash);
    if (isNewCut) yield* db.send(CUT, part, cutTo);
    if (cutTo > 0) yield* db.send(FORGET, part, cutTo);
  }
}

/** Time of the device's entry with this rank, 0 for its newest: epoch milliseconds, null when there are fewer. */
export function* deviceAuditedAt(db: SqlRunner, deviceId: string, rank: number): Effects<number | null> {
  return (yield* db.one<{ at: number }>(OF_DEVICE, devicePart(deviceId), rank))?.at ?? null;
}

/** Newest first. */
export function* readAudit(db: SqlRunner, input: AuditInput): Effects<readonly AuditEntry[]> {
  const { before = Number.MAX_SAFE_INTEGER, collection = null, itemId = null, userId = null, limit } = input;
  return (yield* db.all<AuditRow>(READ, before, collection, itemId, userId, limit)).map(auditEntryOf);
}

export function* readAuditHeads(db: SqlRunner): Effects<readonly ChainHead[]> {
  return yield* db.all<ChainHead>(CHAINS);
}

/** Needs a transaction: another server can add entries between two queries. */
export function* readAuditPage(db: SqlRunner, input: AuditPageInput): Effects<AuditPage> {
  const { part, after, collection = null, itemId = null, userId = null, from = null, until = null } = input;
  const { last, next } = pageEnd(yield* db.all<{ seq: number; letters: number }>(PAGE_ROWS, part, after));
  const head = yield* db.one<ChainHead>(CHAIN, part);
  const entries = yield* db.all<ChainedEntry>(PAGE, part, after, last, collection, itemId, userId, from, until);
  const following = yield* db.one<{ part: string | null }>(NEXT_PART, part);
  return { head, entries, next, nextPart: following?.part ?? null };
}

const areFields = isListOf(isShaped<Omit<AuditField, 'hidden'>>({ field: isText, before: isText, after: isText }));

/** Unreadable fields are left out, so that actor and time still show. */
function auditEntryOf({ byKind, byId, fields, ...entry }: AuditRow): AuditEntry {
  const read = readKept<readonly AuditField[]>(fields, areFields, { table: 'audit', id: String(entry.id) });
  return { ...entry, by: { kind: byKind, id: byId }, fields: read ?? [] };
}
