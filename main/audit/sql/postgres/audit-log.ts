/** The audit log: written in the same transaction as the change, from what was stored before it. */

import type { Effects } from '../../../database/effect.ts';
import { sendRows } from '../../../database/postgres/bulk-insert.ts';
import { LOCK_AUDIT } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { selected, statement } from '../../../database/postgres/statement.ts';
import { withPauses } from '../../../database/postgres/with-pauses.ts';
import type { SiteChange, StoredItem } from '../../../site/operations/site-changes.ts';
import { NAMED, namesOf } from '../../../site/sql/postgres/item-lists.ts';
import type { AuditEntry, AuditInput } from '../../operations/audit-entries.ts';
import { type ChainedEntry, type ChainHead, chainStart } from '../../rules/audit-chain.ts';
import type { AuditPage, AuditPageInput } from '../../rules/audit-pages.ts';
import { type AuditDraft, auditedItems, auditPart, devicePart, draftAudit } from '../audit-draft.ts';
import { AUDIT_PAGE_ROWS, type PartEnd, pageEnd, sealEntries } from '../audit-seal.ts';
import { type AuditRow, auditEntryOf } from '../stored-entries.ts';

const STORED = statement(
  'stored-items',
  `SELECT collection, id, body FROM site_item JOIN ${NAMED} USING (collection, id)`,
);
/** Their numbers are in the order of the list. */
const INSERT = statement(
  'add-audit-entries',
  `INSERT INTO audit (part, seq, prev_hash, hash, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  SELECT part, seq, "prevHash", hash, $2, $3, $4, $5, collection, "itemId", "itemName", action, fields
  FROM ROWS FROM (json_to_recordset($1::json) AS (part text, seq bigint, "prevHash" text, hash text,
    collection text, "itemId" text, "itemName" text, action text, fields text))
    WITH ORDINALITY AS draft ORDER BY ordinality`,
);
const LAST = statement('last-audit-entry', 'SELECT max(seq) AS last FROM audit WHERE part = $1');
const CHAIN_COLUMNS = selected({
  part: 'part',
  begunAfter: 'begun_after',
  cutSeq: 'cut_seq',
  cutHash: 'cut_hash',
  headSeq: 'head_seq',
  headHash: 'head_hash',
});
const CHAINS = statement('audit-chains', `SELECT ${CHAIN_COLUMNS} FROM audit_chain ORDER BY part`);
const CHAIN = statement('audit-chain', `SELECT ${CHAIN_COLUMNS} FROM audit_chain WHERE part = $1`);
const PUT_HEAD = statement(
  'put-audit-head',
  `INSERT INTO audit_chain (part, begun_after, cut_seq, cut_hash, head_seq, head_hash)
  VALUES ($1, 0, 0, '${chainStart(0)}', $2, $3)
  ON CONFLICT (part) DO UPDATE SET head_seq = excluded.head_seq, head_hash = excluded.head_hash`,
);
const CUT = statement(
  'cut-audit-chain',
  `UPDATE audit_chain SET cut_seq = $2, cut_hash = coalesce(
    (SELECT hash FROM audit WHERE part = $1 AND seq <= $2 ORDER BY seq DESC LIMIT 1), cut_hash) WHERE part = $1`,
);
const FORGET = statement('forget-audit-entries', 'DELETE FROM audit WHERE part = $1 AND seq <= $2');
const OF_DEVICE = statement(
  'device-audited-at',
  'SELECT at FROM audit WHERE part = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2',
);

/** What a change of the site will do; to be asked before it is done. */
export function* auditOf(session: DatabaseSession, change: SiteChange): Effects<readonly AuditDraft[]> {
  const stored = yield* session.ask<StoredItem>(STORED, namesOf(auditedItems(change)));
  const bodies = new Map(stored.map(({ collection, id, body }) => [`${collection}\n${id}`, body]));
  return yield* withPauses(draftAudit(change, ({ collection, id }) => bodies.get(`${collection}\n${id}`) ?? null));
}

export function* writeAudit(
  session: DatabaseSession,
  drafts: readonly AuditDraft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): Effects<void> {
  if (drafts.length === 0) return;
  const ends = new Map<string, PartEnd>();
  // In one order, so that no two servers wait for each other. The lock comes last of all that a change takes.
  for (const part of [...new Set(drafts.map((draft) => auditPart(by, draft)))].toSorted()) {
    session.send(LOCK_AUDIT, [part]);
    const [row] = yield* session.ask<{ last: number | null }>(LAST, [part]);
    const [chain = null] = yield* session.ask<ChainHead>(CHAIN, [part]);
    ends.set(part, { last: row?.last ?? null, chain });
  }
  const { entries, parts } = yield* withPauses(sealEntries(drafts, by, { now, changeId }, ends));
  yield* sendRows(session, INSERT, entries, [changeId, now, by.kind, by.id]);
  for (const { part, headSeq, headHash, cutTo, isNewCut } of parts) {
    session.send(PUT_HEAD, [part, headSeq, headHash]);
    if (isNewCut) session.send(CUT, [part, cutTo]);
    if (cutTo > 0) session.send(FORGET, [part, cutTo]);
  }
}

/** When the device's entry of that rank was written, 0 for its newest: epoch milliseconds, null when there are fewer. */
export function* deviceAuditedAt(session: DatabaseSession, deviceId: string, rank: number): Effects<number | null> {
  return (yield* session.ask<{ at: number }>(OF_DEVICE, [devicePart(deviceId), rank]))[0]?.at ?? null;
}

const ENTRY = {
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
} as const;

const READ = statement(
  'audit',
  `SELECT ${selected(ENTRY)} FROM audit WHERE id < $1 AND ($2::text IS NULL OR collection = $2) AND ($3::text IS NULL OR item_id = $3)
  AND ($4::text IS NULL OR (by_kind = 'user' AND by_id = $4)) ORDER BY id DESC LIMIT $5`,
);

/** Newest first. */
export function* readAudit(session: DatabaseSession, input: AuditInput): Effects<readonly AuditEntry[]> {
  const { before = Number.MAX_SAFE_INTEGER, collection = null, itemId = null, userId = null, limit } = input;
  return (yield* session.ask<AuditRow>(READ, [before, collection, itemId, userId, limit])).map(auditEntryOf);
}

const PAGE_ROWS = statement(
  'audit-page-rows',
  `SELECT seq, length(fields) AS letters FROM audit WHERE part = $1 AND seq > $2 ORDER BY seq LIMIT ${AUDIT_PAGE_ROWS}`,
);
const PAGE = statement(
  'audit-page',
  `SELECT ${selected({ ...ENTRY, part: 'part', seq: 'seq', prevHash: 'prev_hash', hash: 'hash' })} FROM audit WHERE part = $1 AND seq > $2 AND seq <= $3
  AND ($4::text IS NULL OR collection = $4) AND ($5::text IS NULL OR item_id = $5)
  AND ($6::text IS NULL OR (by_kind = 'user' AND by_id = $6)) AND ($7::bigint IS NULL OR at >= $7)
  AND ($8::bigint IS NULL OR at < $8) ORDER BY seq`,
);
const NEXT_PART = statement(
  'next-audit-part',
  `SELECT min(part) AS part FROM (SELECT min(part) AS part FROM audit WHERE part > $1
  UNION ALL SELECT min(part) FROM audit_chain WHERE part > $1) AS parts`,
);

export function* readAuditHeads(session: DatabaseSession): Effects<readonly ChainHead[]> {
  return yield* session.ask<ChainHead>(CHAINS, []);
}

/** To be asked within a transaction: another server may add entries between two questions. */
export function* readAuditPage(session: DatabaseSession, input: AuditPageInput): Effects<AuditPage> {
  const { part, after, collection = null, itemId = null, userId = null, from = null, until = null } = input;
  const { last, next } = pageEnd(yield* session.ask<{ seq: number; letters: number }>(PAGE_ROWS, [part, after]));
  const [head = null] = yield* session.ask<ChainHead>(CHAIN, [part]);
  const asked = [part, after, last, collection, itemId, userId, from, until];
  const entries = yield* session.ask<ChainedEntry>(PAGE, asked);
  const [following] = yield* session.ask<{ part: string | null }>(NEXT_PART, [part]);
  return { head, entries, next, nextPart: following?.part ?? null };
}
