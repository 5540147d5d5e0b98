/** The audit log: written in the same transaction as the change, from what was stored before it. */
import type { Steps as Work } from '../../core/steps.ts';
import type { Steps } from '../../queue/step.ts';
import { type AuditDraft, auditedItems, auditPart, devicePart, draftAudit, keptEntries } from '../audit-draft.ts';
import { auditFieldsOf } from '../kept-shapes.ts';
import type { AuditEntry, AuditInput, SiteChange, StoredItem } from '../store.ts';
import { NAMED, namesOf } from './item-lists.ts';
import { LOCK_AUDIT } from './locks.ts';
import { sendRows } from './send-rows.ts';
import type { Session } from './session.ts';
import { selected, statement } from './statement.ts';
import { withPauses } from './with-pauses.ts';

const STORED = statement(
  'stored-items',
  `SELECT collection, id, body FROM site_item JOIN ${NAMED} USING (collection, id)`,
);
/** Their numbers are in the order of the list. */
const INSERT = statement(
  'add-audit-entries',
  `INSERT INTO audit (part, seq, change_id, at, by_kind, by_id, collection, item_id, item_name, action, fields)
  SELECT part, seq, $2, $3, $4, $5, collection, "itemId", "itemName", action, fields
  FROM ROWS FROM (json_to_recordset($1::json)
    AS (part text, seq bigint, collection text, "itemId" text, "itemName" text, action text, fields text))
    WITH ORDINALITY AS draft ORDER BY ordinality`,
);
const LAST = statement('last-audit-entry', 'SELECT max(seq) AS last FROM audit WHERE part = $1');
const FORGET = statement('forget-audit-entries', 'DELETE FROM audit WHERE part = $1 AND seq <= $2');
const OF_DEVICE = statement(
  'device-audited-at',
  'SELECT at FROM audit WHERE part = $1 ORDER BY seq DESC LIMIT 1 OFFSET $2',
);

/** What a change of the site will do; to be asked before it is done. */
export function* auditOf(session: Session, change: SiteChange): Steps<readonly AuditDraft[]> {
  const stored = yield* session.ask<StoredItem>(STORED, namesOf(auditedItems(change)));
  const bodies = new Map(stored.map(({ collection, id, body }) => [`${collection}\n${id}`, body]));
  return yield* withPauses(draftAudit(change, ({ collection, id }) => bodies.get(`${collection}\n${id}`) ?? null));
}

export function* writeAudit(
  session: Session,
  drafts: readonly AuditDraft[],
  { by = { kind: 'program', id: '' } }: Pick<SiteChange, 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): Steps<void> {
  if (drafts.length === 0) return;
  const lastOf = new Map<string, number>();
  // In one order, so that no two servers wait for each other. The lock comes last of all that a change takes.
  for (const part of [...new Set(drafts.map(({ collection }) => auditPart(by, collection)))].toSorted()) {
    session.send(LOCK_AUDIT, [part]);
    const [row] = yield* session.ask<{ last: number | null }>(LAST, [part]);
    lastOf.set(part, row?.last ?? 0);
  }
  const numberedRow = ({ fields, ...draft }: AuditDraft): object => {
    const part = auditPart(by, draft.collection);
    const seq = (lastOf.get(part) ?? 0) + 1;
    lastOf.set(part, seq);
    return { ...draft, part, seq, fields: JSON.stringify(fields) };
  };
  function* numbered(): Work<readonly object[]> {
    const rows: object[] = [];
    for (const draft of drafts) {
      rows.push(numberedRow(draft));
      yield;
    }
    return rows;
  }
  yield* sendRows(session, INSERT, yield* withPauses(numbered()), [changeId, now, by.kind, by.id]);
  for (const [part, last] of lastOf) session.send(FORGET, [part, last - keptEntries(part)]);
}

/** When the device's entry of that rank was written, 0 for its newest: epoch milliseconds, null when there are fewer. */
export function* deviceAuditedAt(session: Session, deviceId: string, rank: number): Steps<number | null> {
  return (yield* session.ask<{ at: number }>(OF_DEVICE, [devicePart(deviceId), rank]))[0]?.at ?? null;
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
    fields: auditFieldsOf(entry.id, fields),
  }));
}
