/**
 * Integrity check of the audit log's hash chain.
 *
 * Detects changed, missing and added entries.
 */
import { type ChainedEntry, type ChainHead, type PartWalk, walkPart } from '../../../audit/rules/audit-chain.ts';
import { chainTally, describeChainFault, MAX_CHAIN_FAULTS } from '../../../audit/rules/check-audit.ts';
import type { Ask } from './check-rows.ts';

const PAGE_ROWS = 500;
const HEADS = `SELECT part, begun_after AS "begunAfter", cut_seq AS "cutSeq", cut_hash AS "cutHash", head_seq AS "headSeq",
  head_hash AS "headHash" FROM audit_chain ORDER BY part`;
const ENTRIES = `SELECT id, part, seq, prev_hash AS "prevHash", hash, change_id AS "changeId", at, by_kind AS "byKind",
  by_id AS "byId", collection, item_id AS "itemId", item_name AS "itemName", action, fields FROM audit`;

/**
 * One line per fault.
 *
 * @param ask queries of one snapshot
 * @param isArchive whether rows are ordered by id, because an archive has no index by part
 */
export async function checkAuditChain(ask: Ask, isArchive: boolean): Promise<readonly string[]> {
  const heads = (await ask(HEADS)) as unknown as readonly ChainHead[];
  const headOf = new Map(heads.map((head) => [head.part, head]));
  const { sink, findings } = chainTally();
  const walks = new Map<string, PartWalk>();
  const walkOf = (part: string): PartWalk => {
    const walk = walks.get(part) ?? walkPart(part, sink, true);
    walks.set(part, walk);
    return walk;
  };
  for (const head of heads) walkOf(head.part).take([], head);
  for (let last: ChainedEntry | undefined, isOver = false; !isOver; ) {
    const rows = (await ask(pageAfter(last, isArchive))) as unknown as readonly ChainedEntry[];
    for (const row of rows) walkOf(row.part).take([row], headOf.get(row.part) ?? null);
    last = rows.at(-1);
    isOver = rows.length < PAGE_ROWS;
  }
  for (const walk of walks.values()) walk.end();
  const { faults, faultCount } = findings(heads);
  const more = faultCount > MAX_CHAIN_FAULTS ? [`${faultCount - MAX_CHAIN_FAULTS} more faults of the audit log`] : [];
  return [...faults.map(describeChainFault), ...more];
}

function pageAfter(last: ChainedEntry | undefined, isArchive: boolean): string {
  const order = isArchive ? 'id' : 'part, seq';
  if (last === undefined) return `${ENTRIES} ORDER BY ${order} LIMIT ${PAGE_ROWS}`;
  const part = `'${last.part.replaceAll("'", "''")}'`;
  const behind = isArchive ? `id > ${last.id}` : `(part, seq) > (${part}, ${last.seq})`;
  return `${ENTRIES} WHERE ${behind} ORDER BY ${order} LIMIT ${PAGE_ROWS}`;
}
