/**
 * Hash chain of the audit log.
 *
 * Each part of the log has its own chain: an entry contains a hash of its content and of the previous entry's hash. So
 * a changed, removed, inserted or moved entry is detected.
 */
import { createHash } from 'node:crypto';
import { DEVICE_PART } from '../contract/audit-export.ts';

/** Newest entries kept of changes by people, and of bookings. About ten megabytes per 50,000. */
const KEPT_CHANGES = 200_000;
const KEPT_BOOKINGS = 50_000;
/** Newest entries kept of reads of personal data. */
const KEPT_READS = 200_000;
/** Newest entries kept of exports of the log. */
const KEPT_EXPORTS = 50_000;
/** Newest entries kept of each device's reports. */
const KEPT_OF_DEVICE = 1_000;

/** Number of newest entries kept of a part. */
export function keptEntries(part: string): number {
  if (part.startsWith(DEVICE_PART)) return KEPT_OF_DEVICE;
  if (part === 'reads') return KEPT_READS;
  if (part === 'exports') return KEPT_EXPORTS;
  return part === 'appointments' ? KEPT_BOOKINGS : KEPT_CHANGES;
}

/** An entry for hashing: its texts exactly as stored. */
export interface ChainedEntry {
  /** Increases from entry to entry, across all parts. */
  readonly id: number;
  readonly part: string;
  /** Number of the entry within its part, from 1. */
  readonly seq: number;
  /** Hash of the previous entry, or the start of the chain; empty for an entry older than the hash chain. */
  readonly prevHash: string;
  /** SHA-256 in hexadecimal; empty for an entry older than the hash chain. */
  readonly hash: string;
  readonly changeId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly byKind: string;
  readonly byId: string;
  readonly collection: string;
  readonly itemId: string;
  readonly itemName: string;
  readonly action: string;
  /** JSON. */
  readonly fields: string;
}

/** Both ends of a part's chain. */
export interface ChainHead {
  readonly part: string;
  /** Number of the last entry older than the hash chain; 0 without one. */
  readonly begunAfter: number;
  /** The last entry dropped by retention; otherwise the start of the chain. */
  readonly cutSeq: number;
  readonly cutHash: string;
  /** The newest entry. */
  readonly headSeq: number;
  readonly headHash: string;
}

/** Previous hash of a chain's first entry, which follows no entry with a hash. */
export function chainStart(begunAfter: number | ''): string {
  return `start ${begunAfter}`;
}

/** Chain of a part without entries. */
export function emptyChain(part: string): ChainHead {
  const start = chainStart(0);
  return { part, begunAfter: 0, cutSeq: 0, cutHash: start, headSeq: 0, headHash: start };
}

/** Excludes the number: the previous hash fixes an entry's place. */
export function entryHash(entry: Omit<ChainedEntry, 'id' | 'seq' | 'hash'>): string {
  const { prevHash, part, changeId, at, byKind, byId, collection, itemId, itemName, action, fields } = entry;
  const content = [prevHash, part, changeId, isoOf(at), byKind, byId, collection, itemId, itemName, action, fields];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** An altered time can be invalid. */
export function isoOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/**
 * - `changed`: the content does not match its hash.
 * - `removed`: entries before this number, or after the last one, are missing.
 * - `inserted`: the chain skips this entry.
 * - `moved`: the entry is not at its original place.
 * - `broken`: the entry does not follow its predecessor, which was replaced, or entries between them were removed.
 * - `no-head`: the record of the newest entry is missing.
 */
export type ChainFaultKind = 'changed' | 'removed' | 'inserted' | 'moved' | 'broken' | 'no-head';

export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly part: string;
  /** Number of the entry within its part, or of the first missing one. */
  readonly seq: number;
  /** Number of the last missing entry; otherwise as `seq`. */
  readonly until: number;
  /** Id in the log; 0 for missing entries. */
  readonly id: number;
}

export interface PartWalk {
  /**
   * Adds entries of the part in order, any number at a time.
   * @param head read at the same time; null without one
   */
  take(entries: readonly ChainedEntry[], head: ChainHead | null): void;
  end(): void;
}

export interface WalkSink {
  fault(fault: ChainFault): void;
  /** An unchanged entry. */
  good(entry: ChainedEntry): void;
  /** An entry older than the hash chain. */
  unchained(entry: ChainedEntry): void;
}

/**
 * Verifies the chain of one part.
 * @param isWhole whether both ends are known and no number may be missing; otherwise the entries are a subset, as in a
 * file
 */
export function walkPart(part: string, sink: WalkSink, isWhole: boolean): PartWalk {
  let head: ChainHead | null = null;
  /** Pending entry: its successor is needed for the verdict. */
  let waiting: ChainedEntry | null = null;
  let lastSeq: number | null = null;
  /** Hash that the next entry must name; null: unknown. */
  let expected: string | null = null;
  /** The last good entry. */
  let before: ChainedEntry | null = null;
  /** The second of two swapped entries. */
  let swapped: ChainedEntry | null = null;

  const fault = (kind: ChainFaultKind, { seq, id }: Pick<ChainedEntry, 'seq' | 'id'>, until = seq): void =>
    sink.fault({ kind, part, seq, until, id });

  function pass(entry: ChainedEntry): void {
    sink.good(entry);
    before = entry;
    expected = entry.hash;
  }

  function look(entry: ChainedEntry, following: ChainedEntry | null): void {
    if (isUnchained(entry)) return;
    const isBeyond = head !== null && entry.seq > head.headSeq;
    if (isBeyond || (lastSeq !== null && entry.seq <= lastSeq)) {
      fault('inserted', entry);
      return;
    }
    if (lastSeq !== null && entry.seq > lastSeq + 1 && entry.prevHash !== expected) {
      if (isWhole) fault('removed', { seq: lastSeq + 1, id: 0 }, entry.seq - 1);
      expected = null;
    }
    lastSeq = entry.seq;
    const own = entryHash(entry);
    /** The chain skips this entry. */
    const isSkipped = expected !== null && following?.prevHash === expected;
    if (own !== entry.hash) {
      fault(isSkipped ? 'inserted' : 'changed', entry);
      // If only the hash was altered, the next entry still names the true one.
      if (!isSkipped) expected = following?.prevHash === own ? own : entry.hash;
    } else if (swapped?.id === entry.id) {
      fault('moved', entry);
      expected = before?.hash ?? null;
    } else if (expected === null || entry.prevHash === expected) {
      if (before !== null && entry.id < before.id) fault('moved', entry);
      pass(entry);
    } else if (isSkipped && entry.prevHash === following?.hash) {
      swapped = following;
      fault('moved', entry);
      pass(entry);
    } else if (isSkipped) {
      fault('inserted', entry);
    } else {
      const isTwin = entry.prevHash === before?.prevHash;
      const goesOn = following === null ? head?.headHash : following.prevHash;
      if (isTwin && goesOn === entry.hash && before !== null) fault('inserted', before);
      else fault('broken', entry);
      pass(entry);
    }
  }

  /** Entries older than the hash chain have no hash, and precede all others. */
  function isUnchained(entry: ChainedEntry): boolean {
    const isOld = isWhole ? entry.seq <= (head?.begunAfter ?? 0) : entry.hash === '';
    if (!isOld) return false;
    if (entry.hash === '') sink.unchained(entry);
    else fault('inserted', entry);
    return true;
  }

  /** Retention can drop entries during the check. */
  function goTo({ cutSeq, cutHash }: ChainHead): void {
    if (lastSeq !== null && (lastSeq >= cutSeq || (waiting !== null && waiting.seq > cutSeq))) return;
    waiting = null;
    lastSeq = cutSeq;
    expected = cutHash;
    before = null;
  }

  return {
    take(entries, current) {
      head = current;
      if (isWhole) goTo(head ?? emptyChain(part));
      for (const entry of entries) {
        if (waiting !== null) look(waiting, entry);
        waiting = entry;
      }
    },
    end() {
      if (waiting !== null) look(waiting, null);
      const newest = waiting;
      waiting = null;
      if (!isWhole) return;
      if (head === null) {
        if (newest !== null) fault('no-head', newest);
      } else if ((lastSeq ?? 0) < head.headSeq) {
        fault('removed', { seq: (lastSeq ?? 0) + 1, id: 0 }, head.headSeq);
      } else if (newest?.seq === head.headSeq && before?.id === newest.id && newest.hash !== head.headHash) {
        fault('changed', newest);
      }
    },
  };
}
