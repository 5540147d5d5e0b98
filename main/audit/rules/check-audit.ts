/** Verifies the hash chains of the audit log. */
import { type ChainFault, type ChainHead, chainStart, keptEntries, type WalkSink, walkPart } from './audit-chain.ts';
import { type AuditSource, auditPages } from './audit-pages.ts';

/** Maximum faults that are listed; all are counted. */
export const MAX_CHAIN_FAULTS = 20;

export interface AuditFindings {
  /** Whether every part was checked to its end. */
  readonly complete: boolean;
  /** Unchanged entries. */
  readonly good: number;
  /** Entries older than the hash chain, which cannot be verified. */
  readonly unchained: number;
  /** Time of the oldest good entry, epoch milliseconds; null without one. */
  readonly since: number | null;
  readonly faultCount: number;
  /** The first faults. */
  readonly faults: readonly ChainFault[];
  /** The newest end of each part. */
  readonly heads: readonly ChainHead[];
}

/** Collects the results of the chain walks. */
export function chainTally(): { readonly sink: WalkSink; findings(heads: readonly ChainHead[]): AuditFindings } {
  const faults: ChainFault[] = [];
  let [good, unchained, faultCount] = [0, 0, 0];
  let since: number | null = null;
  const sink: WalkSink = {
    fault(fault) {
      faultCount += 1;
      if (faults.length < MAX_CHAIN_FAULTS) faults.push(fault);
    },
    good({ at }) {
      good += 1;
      since = Math.min(since ?? at, at);
    },
    unchained() {
      unchained += 1;
    },
  };
  return {
    sink,
    findings(heads) {
      for (const head of heads) {
        const fault = beginningFault(head);
        if (fault !== null) sink.fault(fault);
      }
      return { complete: true, good, unchained, since, faultCount, faults, heads };
    },
  };
}

/** @param signal aborts the check; the findings are then incomplete */
export async function checkAudit(store: AuditSource, signal?: AbortSignal): Promise<AuditFindings> {
  const { sink, findings } = chainTally();
  const heads: ChainHead[] = [];
  let walk = walkPart('', sink, true);
  for await (const { part, head, entries, isFirst, next } of auditPages(store)) {
    if (signal?.aborted === true) return { ...findings(heads), complete: false };
    if (isFirst) walk = walkPart(part, sink, true);
    walk.take(entries, head);
    if (next !== null) continue;
    walk.end();
    if (head !== null) heads.push(head);
  }
  return findings(heads);
}

/** An earlier newest entry of a part, from a log or an export. */
export interface Anchor {
  readonly part: string;
  readonly seq: number;
  readonly hash: string;
}

/** `missing`: the entry is deleted or replaced. `dropped`: retention has deleted it since. */
export async function findAnchor(
  store: AuditSource,
  { part, seq, hash }: Anchor,
): Promise<'good' | 'missing' | 'dropped'> {
  const { head, entries } = await store.query('auditPage', { part, after: seq - 1 });
  if (head !== null && seq <= head.cutSeq) return hash === head.cutHash ? 'good' : 'dropped';
  return entries[0]?.seq === seq && entries[0].hash === hash ? 'good' : 'missing';
}

/**
 * Checks the recorded start of a chain. Retention drops an entry only when enough newer ones exist. Before the first
 * drop, the start names the last entry without a hash, and none with a hash.
 */
function beginningFault({ part, begunAfter, cutSeq, cutHash, headSeq }: ChainHead): ChainFault | null {
  const isUncut = cutSeq <= begunAfter;
  if (isUncut && cutSeq === begunAfter && cutHash === chainStart(begunAfter)) return null;
  if (isUncut) return { kind: 'changed', part, seq: 1, until: begunAfter, id: 0 };
  if (headSeq - cutSeq >= keptEntries(part)) return null;
  return { kind: 'removed', part, seq: begunAfter + 1, until: cutSeq, id: 0 };
}

const WORDS: Readonly<Record<ChainFault['kind'], string>> = {
  changed: 'was changed',
  removed: 'was removed',
  inserted: 'was inserted',
  moved: 'was moved to another position',
  broken: 'does not follow the previous entry, which was replaced, or entries between them were removed',
  'no-head': 'is the newest entry, but the record of the newest entry is missing',
};

/** One line for staff. */
export function describeChainFault({ kind, part, seq, until, id }: ChainFault): string {
  const entry = until > seq ? `entries ${seq} to ${until}` : `entry ${seq}`;
  const words = until > seq ? WORDS[kind].replace(/^was/, 'were') : WORDS[kind];
  return `${entry} of the audit log, part ${part}${id === 0 ? '' : ` (id ${id})`}, ${words}`;
}
