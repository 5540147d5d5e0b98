/** REST operations on the audit log (extension). */

import type { Static } from 'typebox';
import { auditActor } from '../../access/service/caller.ts';
import type { CsvRow } from '../../lib/csv-line.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import { ofOrganisation, seesAll } from '../../rest/operation/back-office.ts';
import { type Operation, operation } from '../../rest/operation.ts';
import type { RequestContext } from '../../rest/request-context.ts';
import type { Site } from '../../site/rules/site-model.ts';
import { actorName } from '../../site/service/actor-name.ts';
import { EXPORTED_COLUMNS, type ExportedEntry, type ExportLine } from '../contract/audit-export.ts';
import { CHECK_AUDIT_LOG, READ_AUDIT_LOG } from '../contract/endpoints.ts';
import {
  AuditAnswer,
  AuditCheckAnswer,
  AuditCheckParameters,
  type AuditEntryView,
  AuditParameters,
} from '../contract/rest/audit.ts';
import type { AuditEntry } from '../operations/audit-entries.ts';
import { type ChainedEntry, isoOf } from '../rules/audit-chain.ts';
import { type AuditFilters, type AuditSource, auditPages } from '../rules/audit-pages.ts';
import { checkAudit, describeChainFault, findAnchor } from '../rules/check-audit.ts';

/**
 * REST operation that exports the audit log. Part by part and page by page, so that a request holds little in memory.
 */
async function* exportRows(store: AuditSource, filters: AuditFilters): AsyncGenerator<readonly CsvRow[]> {
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

const auditLog = operation({
  name: 'admin_audit',
  area: 'admin',
  summary:
    'Changes of the site with actor and time, newest first; pages by the cursor `next`. The last 200,000 are kept, of appointments the last 50,000. A file (`jsonl`, `csv`) is complete, with hashes, and its export is logged.',
  endpoint: READ_AUDIT_LOG,
  ...ofOrganisation,
  isHeavy: true,
  parameters: AuditParameters,
  answer: AuditAnswer,
  async handle({ before, limit, collection, item_id, user_id }, context) {
    const { site, store } = context;
    // Entries do not contain their location, so only users of all locations can read them.
    if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
    if (!/^\d{0,15}$/.test(before)) return refuse(ERRNO.invalidParameters, 'before');
    const found = await store.query('audit', {
      ...(before === '' ? {} : { before: Number(before) }),
      ...(collection === '' ? {} : { collection }),
      ...(item_id === '' ? {} : { itemId: item_id }),
      ...(user_id === '' ? {} : { userId: site.user(user_id)?.id ?? user_id }),
      // One extra entry shows whether there is another page.
      limit: limit + 1,
    });
    const entries = found.slice(0, limit);
    const last = entries.at(-1);
    return ok({
      success: true,
      entries: entries.map((entry) => view(site, entry)),
      next: last === undefined || found.length <= limit ? '' : String(last.id),
    });
  },
  async csv(parameters, context) {
    const asked = await beginFile('csv', parameters, context);
    if (!asked.ok) return asked;
    return ok({ fileName: fileName(context), columns: EXPORTED_COLUMNS, rows: exportRows(context.store, asked.value) });
  },
  async jsonLines(parameters, context) {
    const asked = await beginFile('jsonl', parameters, context);
    if (!asked.ok) return asked;
    return ok({ fileName: fileName(context), values: exportLines(context.store, asked.value, context.now) });
  },
});

/** Time limit of a check; some hundred thousand entries take seconds. */
const CHECK_MS = 60_000;

const ANCHOR = /^(?<part>\S+) (?<seq>\d{1,15}) (?<hash>[0-9a-f]{64})$/;

const auditCheck = operation({
  name: 'check_audit',
  area: 'admin',
  summary:
    'Verifies the hash chains of the audit log and names each entry that was changed, removed, inserted or moved. With `anchor` it also checks that an earlier newest entry still exists.',
  errnos: [ERRNO.outsideLocations],
  endpoint: CHECK_AUDIT_LOG,
  ...ofOrganisation,
  isHeavy: true,
  parameters: AuditCheckParameters,
  answer: AuditCheckAnswer,
  async handle({ anchor }, context) {
    if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
    const wanted = ANCHOR.exec(anchor)?.groups;
    if (anchor !== '' && wanted === undefined) return refuse(ERRNO.invalidParameters, 'anchor');
    const { store, now } = context;
    const { part = '', seq = '', hash = '' } = wanted ?? {};
    const found = anchor === '' ? '' : await findAnchor(store, { part, seq: Number(seq), hash });
    const checked = await checkAudit(store, AbortSignal.timeout(CHECK_MS));
    const { complete, good, unchained, since, faultCount, faults, heads } = checked;
    return ok({
      success: true,
      complete,
      checked_at: new Date(now).toISOString(),
      verified: good,
      unchained,
      since: since === null ? '' : isoOf(since),
      fault_count: faultCount,
      faults: faults.map((fault) => ({
        ...{ kind: fault.kind, part: fault.part, seq: fault.seq, until: fault.until },
        ...{ entry_id: fault.id === 0 ? '' : String(fault.id), text: describeChainFault(fault) },
      })),
      anchor: found,
      heads: heads.map(({ part: name, headSeq, headHash }) => ({ part: name, seq: headSeq, hash: headHash })),
    });
  },
});

type Exported = Static<typeof AuditParameters>;

const fileName = ({ now }: RequestContext): string => `audit-${new Date(now).toISOString().slice(0, 16)}`;

/** Parses the filters and logs the export before its first line, so that every export is logged. */
async function beginFile(
  format: string,
  parameters: Exported,
  context: RequestContext,
): Promise<Result<AuditFilters, Refusal>> {
  if (!seesAll(context)) return refuse(ERRNO.outsideLocations);
  const { collection, item_id, user_id, from, until } = parameters;
  const { site, store, now, caller } = context;
  for (const [name, text] of [
    ['from', from],
    ['until', until],
  ] as const) {
    if (text !== '' && Number.isNaN(Date.parse(text))) return refuse(ERRNO.invalidParameters, name);
  }
  const fields = Object.entries({ format, collection, item_id, user_id, from, until })
    .filter(([, text]) => text !== '')
    .map(([field, after]) => ({ field, before: '', after }));
  const note = { by: auditActor(caller), action: 'exported', collection: 'audit', itemId: '', fields } as const;
  const noted = await store.run('noteAccess', { notes: [note] }, { now });
  if (!noted.ok) return fail(noted.error);
  return ok({
    ...(collection === '' ? {} : { collection }),
    ...(item_id === '' ? {} : { itemId: item_id }),
    ...(user_id === '' ? {} : { userId: site.user(user_id)?.id ?? user_id }),
    ...(from === '' ? {} : { from: Date.parse(from) }),
    ...(until === '' ? {} : { until: Date.parse(until) }),
  });
}

export const AUDIT_OPERATIONS: readonly Operation[] = [auditLog, auditCheck];

function view(
  site: Site,
  { id, changeId, at, by, collection, itemId, itemName, action, fields }: AuditEntry,
): AuditEntryView {
  return {
    id: String(id),
    change_id: changeId,
    at: isoOf(at),
    by: { ...by, name: actorName(site, by) },
    collection,
    item_id: itemId,
    item_name: itemName,
    action,
    fields: fields.map(({ hidden = false, ...field }) => ({ ...field, hidden })),
  };
}
