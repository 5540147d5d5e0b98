/** Writes the audit log in the transaction of the change, from what was stored before it. */

import type { Effects } from '../../../database/effect.ts';
import { sendRows } from '../../../database/postgres/bulk-insert.ts';
import { LOCK_AUDIT } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { statement } from '../../../database/postgres/statement.ts';
import { withPauses } from '../../../database/postgres/with-pauses.ts';
import { postgresRunner } from '../../../database/sql-runner.ts';
import type { SiteChange, StoredItem } from '../../../site/operations/site-changes.ts';
import { NAMED, namesOf } from '../../../site/sql/postgres/item-lists.ts';
import { type AuditDraft, auditedItems, auditPart, draftAudit } from '../audit-draft.ts';
import { partEnd, writeParts } from '../audit-log.ts';
import { type PartEnd, sealEntries } from '../audit-seal.ts';

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
  const db = postgresRunner(session);
  const ends = new Map<string, PartEnd>();
  // In one order, so that no two servers wait for each other. The lock comes last of all that a change takes.
  for (const part of [...new Set(drafts.map((draft) => auditPart(by, draft)))].toSorted()) {
    session.send(LOCK_AUDIT, [part]);
    ends.set(part, yield* partEnd(db, part));
  }
  const { entries, parts } = yield* withPauses(sealEntries(drafts, by, { now, changeId }, ends));
  yield* sendRows(session, INSERT, entries, [changeId, now, by.kind, by.id]);
  yield* writeParts(db, parts);
}
