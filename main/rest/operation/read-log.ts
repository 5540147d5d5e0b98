/**
 * Audit records of reads of personal data.
 *
 * An entry names the operation and the ticket, desk or location, never the data. There is one entry per user, operation
 * and subject in a minute. Entries are written in batches within a second, so that no request waits for them.
 */

import type { AuditField } from '../../audit/rules/audit.ts';
import type { Clock, Log } from '../../lib/context.ts';
import type { AccessNote } from '../../personal-data/operations/personal-records.ts';
import type { Store } from '../../store/contract/store.ts';

const WINDOW_MS = 60_000;
const WRITE_AFTER_MS = 1_000;
/** Entries of one user per minute; further reads are listed in one entry, so that many reads cannot hide one. */
const MAX_OF_USER = 60;
/** Maximum number of listed further reads; all are counted. */
const MAX_LISTED = 200;
/** Maximum number of pending entries while the store is unavailable. */
const MAX_WAITING = 5_000;
/** Entries per transaction: a backlog would exceed the transaction timeout. */
const MAX_TOGETHER = 100;

export interface ReadLog {
  note(userId: string, operation: string, subject: string): void;
  /** Writes the pending entries. */
  close(): Promise<void>;
}

interface Window {
  readonly seen: Set<string>;
  /** Reads without an own entry. */
  readonly listed: AuditField[];
  more: number;
  readonly cancel: () => void;
}

export function createReadLog({
  store,
  clock,
  log,
}: {
  readonly store: Pick<Store, 'run'>;
  readonly clock: Clock;
  readonly log: Log;
}): ReadLog {
  const windows = new Map<string, Window>();
  const waiting: AccessNote[] = [];
  let dropped = 0;
  /** Start of the store's failure: epoch milliseconds; null without one. */
  let failingSince: number | null = null;
  let cancelWrite: (() => void) | null = null;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  function add(userId: string, itemId: string, fields: readonly AuditField[]): void {
    if (waiting.length >= MAX_WAITING) {
      dropped += 1;
      return;
    }
    waiting.push({ by: { kind: 'user', id: userId }, action: 'read', collection: 'personal_data', itemId, fields });
    writeSoon();
  }

  function writeSoon(): void {
    if (isClosed) return;
    cancelWrite ??= clock.after(WRITE_AFTER_MS, () => {
      cancelWrite = null;
      writing = writing.then(write);
    });
  }

  async function write(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const notes = waiting.slice(0, MAX_TOGETHER);
        const done = await store.run('noteAccess', { notes }, { now: clock.now() });
        if (!done.ok) throw new Error(`errno ${done.error.errno}`);
        waiting.splice(0, notes.length);
      }
      if (failingSince !== null) log.info('read-log.recovered', { ms: clock.now() - failingSince });
      failingSince = null;
      reportDropped();
    } catch (error) {
      // Logged once per outage, not per retry.
      if (failingSince === null) log.warn('read-log.write-failed', { count: waiting.length, error: String(error) });
      failingSince ??= clock.now();
      writeSoon();
    }
  }

  function reportDropped(): void {
    if (dropped > 0) log.error('read-log.entries-dropped', { count: dropped });
    dropped = 0;
  }

  function end(userId: string): void {
    const window = windows.get(userId);
    windows.delete(userId);
    window?.cancel();
    if (window === undefined || window.more === 0) return;
    add(userId, '', [{ field: 'reads', before: '', after: String(window.more) }, ...window.listed]);
  }

  function windowOf(userId: string): Window {
    const known = windows.get(userId);
    if (known !== undefined) return known;
    const made: Window = {
      seen: new Set<string>(),
      listed: [],
      more: 0,
      cancel: clock.after(WINDOW_MS, () => end(userId)),
    };
    windows.set(userId, made);
    return made;
  }

  return {
    note(userId, operation, subject) {
      const window = windowOf(userId);
      const key = `${operation}\n${subject}`;
      if (window.seen.has(key)) return;
      const hasOwnEntry = window.seen.size < MAX_OF_USER;
      if (!hasOwnEntry) window.more += 1;
      if (window.seen.size >= MAX_OF_USER + MAX_LISTED) return;
      window.seen.add(key);
      if (hasOwnEntry) add(userId, subject, [{ field: 'operation', before: '', after: operation }]);
      else window.listed.push({ field: operation, before: '', after: subject });
    },
    async close() {
      isClosed = true;
      for (const userId of [...windows.keys()]) end(userId);
      cancelWrite?.();
      await writing;
      await write();
      dropped += waiting.splice(0).length;
      reportDropped();
    },
  };
}
