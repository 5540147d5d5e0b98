/**
 * REST operation that exports the audit log, page by page.
 *
 * Part by part, page by page, so that no request holds much of it.
 */

import type { CsvRow } from '../../rest/responses/csv.ts';
import { EXPORTED_COLUMNS, type ExportedEntry, type ExportLine } from '../contract/audit-export.ts';
import { type ChainedEntry, isoOf } from '../rules/audit-chain.ts';
import { type AuditFilters, type AuditSource, auditPages } from '../rules/audit-pages.ts';

export async function* exportRows(store: AuditSource, filters: AuditFilters): AsyncGenerator<readonly CsvRow[]> {
  for await (const { entries } of auditPages(store, filters)) {
    yield entries.map((entry) => {
      const line = lineOf(entry);
      return EXPORTED_COLUMNS.map((column) => line[column]);
    });
  }
}

export async function* exportLines(
  store: AuditSource,
  filters: AuditFilters,
  now: number,
): AsyncGenerator<readonly ExportLine[]> {
  const whole = Object.keys(filters).length === 0;
  yield [{ kind: 'audit-export', version: 1, made_at: new Date(now).toISOString(), whole }];
  let count = 0;
  for await (const { part, head, entries, next, isFirst } of auditPages(store, filters)) {
    const lines: ExportLine[] = [];
    if (isFirst && head !== null) {
      lines.push({ kind: 'part', part, begun_after: head.begunAfter, cut_seq: head.cutSeq, cut_hash: head.cutHash });
    }
    for (const entry of entries) lines.push(lineOf(entry));
    if (next === null && head !== null) lines.push({ kind: 'head', part, seq: head.headSeq, hash: head.headHash });
    count += entries.length;
    yield lines;
  }
  yield [{ kind: 'end', entries: count }];
}

function lineOf(entry: ChainedEntry): ExportedEntry {
  const { part, seq, id, hash, prevHash, changeId, at, byKind, byId, collection, itemId, itemName, action, fields } =
    entry;
  return {
    ...{ kind: 'entry', part, seq, id, hash, prev_hash: prevHash, change_id: changeId, at: isoOf(at) },
    ...{ by_kind: byKind, by_id: byId, collection, item_id: itemId, item_name: itemName, action, fields },
  };
}
