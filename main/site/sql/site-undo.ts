/** SQL for values before recent site changes. */
import type { AuditActor } from '../../audit/operations/audit-entries.ts';
import type { Effects } from '../../database/effect.ts';
import { insertInto, sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import type { SiteChange, UndoDraft, UndoRecord } from '../operations/site-changes.ts';
import { UNDO_MS } from '../operations/undo-operations.ts';
import type { UndoRows } from '../operations/undo-rows.ts';

/** Maximum number of changes that can be undone. */
export const MAX_UNDOS = 50;

/** Maximum characters of all their values. */
const MAX_UNDO_LETTERS = 32_000_000;

const RECORD = `change_id AS "changeId", at, by_kind AS "byKind", by_id AS "byId", item_count AS count,
  loses_secrets AS "losesSecrets"`;

const LIST = sql(
  'site-undos',
  `SELECT ${RECORD}, length(items) AS letters FROM site_undo WHERE at > $1 ORDER BY at DESC, change_id DESC`,
);
const ONE = sql('site-undo', `SELECT ${RECORD}, items FROM site_undo WHERE change_id = $1 AND at > $2`);
const PUT = sql(
  'put-site-undo',
  insertInto('site_undo', ['change_id', 'at', 'by_kind', 'by_id', 'item_count', 'loses_secrets', 'items']),
);
const DROP = sql('drop-site-undo', 'DELETE FROM site_undo WHERE change_id = $1');
const DROP_OLD = sql('drop-old-site-undos', 'DELETE FROM site_undo WHERE at <= $1');

interface UndoRow extends Pick<UndoRecord, 'changeId' | 'at' | 'count'> {
  readonly byKind: AuditActor['kind'];
  readonly byId: string;
  readonly losesSecrets: number;
}

function recordOf({ changeId, at, byKind, byId, count, losesSecrets }: UndoRow): UndoRecord {
  return { changeId, at, by: { kind: byKind, id: byId }, count, losesSecrets: losesSecrets === 1 };
}

export function undoRows(db: SqlRunner): UndoRows {
  return {
    *siteUndos(after) {
      return (yield* db.all<UndoRow>(LIST, after)).map(recordOf);
    },
    *siteUndo(changeId, after) {
      const row = yield* db.one<UndoRow & Pick<UndoDraft, 'items'>>(ONE, changeId, after);
      return row === null ? null : { ...recordOf(row), items: row.items };
    },
    dropSiteUndos: (until) => db.run(DROP_OLD, until),
  };
}

/** Keeps the values of a change, and drops those of older changes beyond the limits, and of the undone one. */
export function* keepUndo(
  db: SqlRunner,
  { undo = null, undoes, by = { kind: 'program', id: '' } }: Pick<SiteChange, 'undo' | 'undoes' | 'by'>,
  { now, changeId }: { readonly now: number; readonly changeId: string },
): Effects<void> {
  if (undoes !== undefined) yield* db.run(DROP, undoes.changeId);
  if (undo === null) return;
  yield* db.run(DROP_OLD, now - UNDO_MS);
  const { items, count, losesSecrets } = undo;
  let [changes, letters] = [1, items.length];
  for (const row of yield* db.all<UndoRow & { readonly letters: number }>(LIST, now - UNDO_MS)) {
    changes += 1;
    letters += row.letters;
    if (changes > MAX_UNDOS || letters > MAX_UNDO_LETTERS) yield* db.run(DROP, row.changeId);
  }
  yield* db.run(PUT, changeId, now, by.kind, by.id, count, losesSecrets ? 1 : 0, items);
}
