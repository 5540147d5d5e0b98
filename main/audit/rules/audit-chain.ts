/**
 * Hash chain of the audit log. Each part of the log has a chain of its own: an entry carries a hash over its content and over the hash
 * of the entry before it, so that no entry can be changed, removed, inserted or moved without a trace.
 */
import { createHash } from 'node:crypto';
import { DEVICE_PART } from '../contract/audit-export.ts';

/** Newest entries kept of what people changed, and of bookings. Some ten megabytes each 50,000. */
const KEPT_CHANGES = 200_000;
const KEPT_BOOKINGS = 50_000;
/** Newest entries kept of reads of personal data. */
const KEPT_READS = 200_000;
/** Newest entries kept of exports of the log. */
const KEPT_EXPORTS = 50_000;
/** Newest entries kept of what one device reported. */
const KEPT_OF_DEVICE = 1_000;

/** How many entries of a part are kept, newest first. */
export function keptEntries(part: string): number {
  if (part.startsWith(DEVICE_PART)) return KEPT_OF_DEVICE;
  if (part === 'reads') return KEPT_READS;
  if (part === 'exports') return KEPT_EXPORTS;
  return part === 'appointments' ? KEPT_BOOKINGS : KEPT_CHANGES;
}

/** An entry as it is hashed: its texts exactly as they are stored. */
export interface ChainedEntry {
  /** Grows from entry to entry, in all parts together. */
  readonly id: number;
  readonly part: string;
  /** Counts the entries of the part from 1. */
  readonly seq: number;
  /** Hash of the entry before it, or where the chain begins; empty for an entry from before the log was chained. */
  readonly prevHash: string;
  /** SHA-256 as hexadecimal digits; empty for an entry from before the log was chained. */
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

/** Both ends of the chain of a part. */
export interface ChainHead {
  readonly part: string;
  /** Number of the last entry from before the log was chained; 0 when there is none. */
  readonly begunAfter: number;
  /** The last entry that retention dropped; where the chain begins, when it has dropped none of it. */
  readonly cutSeq: number;
  readonly cutHash: string;
  /** The newest entry. */
  readonly headSeq: number;
  readonly headHash: string;
}

/** The previous hash of the first entry of a chain, which follows no entry with a hash. */
export function chainStart(begunAfter: number | ''): string {
  return `start ${begunAfter}`;
}

/** The chain of a part that has no entries yet. */
export function emptyChain(part: string): ChainHead {
  const start = chainStart(0);
  return { part, begunAfter: 0, cutSeq: 0, cutHash: start, headSeq: 0, headHash: start };
}

/** The number does not count: what fixes the place of an entry is the hash of the one before it. */
export function entryHash(entry: Omit<ChainedEntry, 'id' | 'seq' | 'hash'>): string {
  const { prevHash, part, changeId, at, byKind, byId, collection, itemId, itemName, action, fields } = entry;
  const content = [prevHash, part, changeId, isoOf(at), byKind, byId, collection, itemId, itemName, action, fields];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** An altered time may be none at all. */
export function isoOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/**
 * - `changed`: the content is not what was hashed.
 * - `removed`: entries are missing before this number, or after the last one.
 * - `inserted`: the chain goes past this entry.
 * - `moved`: the entry stands at another place than it was written at.
 * - `broken`: it does not follow the entry before it, which was replaced, or others between them were removed.
 * - `no-head`: the record of the newest entry is missing.
 */
export type ChainFaultKind = 'changed' | 'removed' | 'inserted' | 'moved' | 'broken' | 'no-head';

export interface ChainFault {
  readonly kind: ChainFaultKind;
  readonly part: string;
  /** Number of the entry in its part; of the first one that is missing. */
  readonly seq: number;
  /** Of the last one that is missing; else as `seq`. */
  readonly until: number;
  /** Of the entry in the log; 0 for entries that are missing. */
  readonly id: number;
}

export interface PartWalk {
  /**
   * Entries of the part in the order of their numbers, any number at a time.
   *
   * @param head of the same moment; null when there is none.
   */
  take(entries: readonly ChainedEntry[], head: ChainHead | null): void;
  end(): void;
}

export interface WalkSink {
  fault(fault: ChainFault): void;
  /** An entry that is as it was written. */
  good(entry: ChainedEntry): void;
  /** An entry from before the log was chained. */
  unchained(entry: ChainedEntry): void;
}

/**
 * Walks along the chain of one part.
 *
 * @param isWhole whether both ends are known and no number may be missing; else the entries are some of the part, as in a file.
 */
export function walkPart(part: string, sink: WalkSink, isWhole: boolean): PartWalk {
  let head: ChainHead | null = null;
  /** Not yet looked at: the one that follows says much of an entry. */
  let waiting: ChainedEntry | null = null;
  let lastSeq: number | null = null;
  /** Hash that the next entry should name; null: not known. */
  let expected: string | null = null;
  /** The last entry that was good. */
  let before: ChainedEntry | null = null;
  /** The second of two entries that were swapped. */
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
    /** The chain goes on past this entry. */
    const isSkipped = expected !== null && following?.prevHash === expected;
    if (own !== entry.hash) {
      fault(isSkipped ? 'inserted' : 'changed', entry);
      // Where only its hash was altered, the entry after it still names the true one.
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

  /** Entries from before the log was chained have no hash, and stand before all that have one. */
  function isUnchained(entry: ChainedEntry): boolean {
    const isOld = isWhole ? entry.seq <= (head?.begunAfter ?? 0) : entry.hash === '';
    if (!isOld) return false;
    if (entry.hash === '') sink.unchained(entry);
    else fault('inserted', entry);
    return true;
  }

  /** Retention may drop entries while the walk goes on. */
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
