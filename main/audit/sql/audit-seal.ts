/** Hash chain of new audit entries, for both databases. */

import type { SlicedWork } from '../../lib/steps.ts';
import type { AuditActor } from '../operations/audit-entries.ts';
import { type ChainHead, emptyChain, entryHash, keptEntries } from '../rules/audit-chain.ts';
import { type AuditDraft, auditPart } from './audit-draft.ts';

/** The newest end of a part as the writer finds it, under the lock of the part. */
export interface PartEnd {
  /** Number of the newest entry that is there; null when there is none. */
  readonly last: number | null;
  /** Null for a part without entries. */
  readonly chain: ChainHead | null;
}

export interface SealedEntry extends Omit<AuditDraft, 'fields'> {
  readonly part: string;
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  /** JSON. */
  readonly fields: string;
}

export interface SealedPart {
  readonly part: string;
  readonly headSeq: number;
  readonly headHash: string;
  /** Entries up to this number are dropped; 0: none. */
  readonly cutTo: number;
  /** Whether the cut goes beyond the one that is recorded. */
  readonly isNewCut: boolean;
}

/** The newest entry of each part that was sealed. */
export type SealedHeads = Map<string, { readonly seq: number; readonly hash: string }>;

/**
 * @param ends of every part to which a draft belongs
 * @param heads of entries of the same change that were sealed before; gets those of these entries
 */
export function* sealEntries(
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
    // An entry that was removed at the newest end leaves a gap, and one that was added there is passed by.
    const head = heads.get(part) ?? { seq: Math.max(last ?? 0, headSeq), hash: headHash };
    const [seq, prevHash, fields] = [head.seq + 1, head.hash, JSON.stringify(list)];
    const hash = entryHash({ ...draft, part, prevHash, changeId, at, byKind: by.kind, byId: by.id, fields });
    heads.set(part, { seq, hash });
    entries.push({ ...draft, part, seq, prevHash, hash, fields });
    yield;
  }
  return entries;
}

/** The ends of the chains once these entries are written. */
export function sealedParts(heads: Readonly<SealedHeads>, ends: ReadonlyMap<string, PartEnd>): readonly SealedPart[] {
  return [...heads].map(([part, { seq, hash }]) => {
    const cutTo = Math.max(0, seq - keptEntries(part));
    const { cutSeq } = ends.get(part)?.chain ?? emptyChain(part);
    return { part, headSeq: seq, headHash: hash, cutTo, isNewCut: cutTo > cutSeq };
  });
}

/** Entries that a page looks at. */
export const AUDIT_PAGE_ROWS = 500;
/** Letters of their fields, but for one entry that has more. */
const MAX_PAGE_LETTERS = 1_000_000;

/** Number of the last entry of a page, and of the one after which the next page begins: null at the end of the part. */
export function pageEnd(rows: readonly { readonly seq: number; readonly letters: number }[]): {
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
