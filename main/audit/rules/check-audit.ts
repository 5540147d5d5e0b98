/** Verifies the hash chains of the audit log. */
import { type ChainFault, type ChainHead, chainStart, keptEntries, type WalkSink, walkPart } from './audit-chain.ts';
import { type AuditSource, auditPages } from './audit-pages.ts';

/** Faults that are listed; all are counted. */
export const MAX_CHAIN_FAULTS = 20;

export interface AuditFindings {
  /** Whether every part was looked at to its end. */
  readonly complete: boolean;
  /** Entries that are as they were written. */
  readonly good: number;
  /** Entries from before the log was chained, of which nothing can be said. */
  readonly unchained: number;
  /** When the oldest good entry was written, epoch milliseconds; null when there is none. */
  readonly since: number | null;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly ChainFault[];
  /** The newest end of each part. */
  readonly heads: readonly ChainHead[];
}

/** Adds up what walks along the chains find. */
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

/** @param signal ends the check early; the findings are not complete then. */
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

/** An earlier newest entry of a part, as logs and exports have it. */
export interface Anchor {
  readonly part: string;
  readonly seq: number;
  readonly hash: string;
}

/** `missing`: the entry is not there any more, or is another one. `dropped`: retention has dropped it since. */
export async function findAnchor(
  store: AuditSource,
  { part, seq, hash }: Anchor,
): Promise<'good' | 'missing' | 'dropped'> {
  const { head, entries } = await store.query('auditPage', { part, after: seq - 1 });
  if (head !== null && seq <= head.cutSeq) return hash === head.cutHash ? 'good' : 'dropped';
  return entries[0]?.seq === seq && entries[0].hash === hash ? 'good' : 'missing';
}

/**
 * Retention drops an entry only when so many newer ones are there as are kept. Before it has dropped any of the chain, the
 * beginning names the last entry without a hash, and no entry with one.
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
  moved: 'was moved to another place',
  broken: 'does not follow the entry before it: that one was replaced, or entries between them were removed',
  'no-head': 'is the newest one, and the record of the newest entry is missing',
};

/** One line for staff. */
export function describeChainFault({ kind, part, seq, until, id }: ChainFault): string {
  const entry = until > seq ? `entries ${seq} to ${until}` : `entry ${seq}`;
  const words = until > seq ? WORDS[kind].replace(/^was/, 'were') : WORDS[kind];
  return `${entry} of the audit log, part ${part}${id === 0 ? '' : ` (id ${id})`}, ${words}`;
}
