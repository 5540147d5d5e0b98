/**
 * Print journal: result of each job, on disk.
 *
 * A job is `asked` when its number exists, and `created` on disk before the first byte. After a power failure this
 * shows which tickets may be on paper. Entries have number, ticket id and state, without texts or personal data.
 *
 * One JSON object per line, in append-only files by day and size; old files are deleted. A job that was open when the
 * program ended is never reprinted: its visitor has seen the number, or has left.
 */

import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClockAndLog } from '../lib/context.ts';
import { messageOf } from '../lib/error-message.ts';
import { keepNames } from '../lib/files/fsync-directory.ts';
import { headOf, NO_FILE, writeMark } from '../lib/files/line-mark.ts';
import { inTime } from '../lib/files/with-timeout.ts';
import type { PrintOutcome, TrayWord } from './contract/printing.ts';
import {
  HEAD_BYTES,
  type JournalEntry,
  type JournalTicket,
  journalFile,
  journalFiles,
  journalMark,
  journalNumber,
  latestOfEach,
  NEVER_SENT,
  NOT_SHOWN,
  offlineCrc,
  readEntries,
} from './journal-files.ts';

export interface Journal {
  /** True if the last program run ended during a job: the printer may hold half a ticket. */
  readonly interrupted: boolean;
  /** Records that a ticket will be printed when the printer is ready. Returns the job's name. */
  asked(ticket: JournalTicket): string;
  /** Resolves when the entry is durable. A disk failure is logged and never stops a ticket. */
  created(jobId: string): Promise<void>;
  /** Asynchronous write, in order. */
  sending(jobId: string): void;
  /** @param tray presenter event of its paper; written after the end of the job */
  ended(jobId: string, outcome: PrintOutcome, tray?: TrayWord): void;
  /** The ticket was neither printed nor shown on a screen. */
  notShown(jobId: string): void;
  /**
   * Ends the jobs that the last program run left open; those that may have been sent become doubtful. Call it after the
   * printer's memory records that it may hold half a ticket; until then the open jobs show that.
   */
  endLeftovers(): Promise<void>;
  close(): Promise<void>;
}

/** A slower disk counts as broken, and must not delay a visitor. */
const DISK_MS = 1000;
/**
 * Timeout at the start, when disks are slow and printers connect. After it, half a ticket of an earlier run is printed
 * with the next one.
 */
const START_MS = 5000;
/** Older leftovers are dropped: the visitor has left. */
const LEFTOVER_AGE_MS = 120_000;
const MAX_FILE_BYTES = 1_000_000;
/** Days of history on a kiosk that fills less than a file per day; at most 30 MB. */
const KEPT_FILES = 30;
const PROGRAM_ENDED = 'the program stopped before the printer had confirmed the ticket';
/** States of an open job. */
const OPEN: readonly JournalEntry['state'][] = ['asked', 'created', 'sending'];
const NEWLINE = 0x0a;

export interface JournalOptions extends ClockAndLog {
  readonly dir: string;
}

function endOf(outcome: PrintOutcome): Pick<JournalEntry, 'state' | 'by' | 'why'> {
  if (outcome.ok) return { state: 'printed', by: outcome.value.confirmed };
  const { reason, doubtful, detail } = outcome.error;
  return { state: doubtful ? 'doubtful' : 'not-printed', why: `${reason}: ${detail}` };
}

export async function openJournal({ dir, clock, log }: JournalOptions): Promise<Journal> {
  let file: FileHandle | null = null;
  let day = '';
  let size = 0;
  let head = 0;
  let left: readonly JournalEntry[] = [];
  let count = 0;
  let failed = false;
  let queue: Promise<void> = Promise.resolve();
  const started = clock.now().toString(36);

  const onFailure = (error: unknown): void => {
    if (!failed) log.error('print-journal.write-failed', { error: messageOf(error) });
    failed = true;
  };

  const today = (): string => new Date(clock.now()).toISOString().slice(0, 10);

  async function closeFile(): Promise<void> {
    const old = file;
    file = null;
    await old?.close().catch(onFailure);
  }

  /** Opens today's file with free space, and deletes expired files. */
  async function turnPage(): Promise<void> {
    await closeFile();
    day = today();
    const all = await journalFiles(dir);
    const newest = all.at(-1);
    const opened = newest?.includes(day) ? await open(join(dir, newest), 'a+') : null;
    size = opened === null ? 0 : (await opened.stat()).size;
    if (opened !== null && size <= MAX_FILE_BYTES) {
      await keepName(opened);
      await endTornLine(opened);
      return;
    }
    await opened?.close();
    const name = journalFile(day, opened === null ? 1 : journalNumber(newest ?? '') + 1);
    await keepName(await open(join(dir, name), 'a+', 0o600));
    size = 0;
    const tooOld = all.slice(0, -(KEPT_FILES - 1));
    for (const old of tooOld) await unlink(join(dir, old));
    // The mark may belong to a deleted file.
    if (tooOld.length > 0) await writeMark(journalMark(dir), [NO_FILE], false);
  }

  /** Makes the new file name durable before use; on failure the next entry tries again. */
  async function keepName(opened: FileHandle): Promise<void> {
    try {
      await keepNames(dir);
      file = opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** Ends a torn line with a newline, so that the next entry is intact. */
  async function endTornLine(opened: FileHandle): Promise<void> {
    if (size === 0) return;
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    head = headOf(buffer.subarray(0, bytesRead));
    const last = Buffer.alloc(1);
    await opened.read(last, 0, 1, size - 1);
    if (last[0] !== NEWLINE) size += (await opened.write('\n')).bytesWritten;
  }

  async function append(entries: readonly JournalEntry[], durable: boolean): Promise<void> {
    if (file === null || day !== today() || size > MAX_FILE_BYTES) await turnPage();
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    if (size === 0) head = headOf(lines);
    size += Buffer.byteLength(lines);
    await file?.appendFile(lines);
    if (durable) await file?.datasync();
    failed = false;
  }

  async function findLeftovers(): Promise<void> {
    left = latestOfEach(await readEntries(dir)).filter(({ state }) => OPEN.includes(state));
    if (left.length === 0) return;
    const dropped = left.filter(({ at }) => clock.now() - at > LEFTOVER_AGE_MS).length;
    log.warn('print-journal.incomplete-entries-found', { dropped, recent: left.length - dropped });
  }

  /** Final entry of a leftover job, written once. */
  const endOfLeftover = ({ job, state, ticket, number }: JournalEntry): JournalEntry => ({
    ...{ job, at: clock.now(), ticket, number },
    ...(state === 'asked' ? { state: 'not-printed', why: NEVER_SENT } : { state: 'doubtful', why: PROGRAM_ENDED }),
  });

  async function prepare(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // Finds leftovers even when the disk is not writable.
    await findLeftovers();
    await turnPage().catch(onFailure);
  }

  const hurry = (work: Promise<void>): Promise<void> => inTime(work, { ms: DISK_MS, onFailure });

  // Delays all writes until the file is open.
  queue = prepare().catch(onFailure);
  await inTime(queue, { ms: START_MS, onFailure });

  function writeAll(entries: readonly JournalEntry[], durable: boolean): Promise<void> {
    const written = queue.then(() => append(entries, durable)).catch(onFailure);
    // Lines without a sync can be lost in a power failure, so only synced ones are marked.
    queue = durable ? written.then(mark).catch(onFailure) : written;
    return written;
  }

  async function mark(): Promise<void> {
    const found = await file?.stat();
    if (found !== undefined) await writeMark(journalMark(dir), [{ head, bytes: found.size, changedAt: null }], false);
  }

  const write = (entry: JournalEntry, durable: boolean): Promise<void> => writeAll([entry], durable);

  const nextJob = (): string => `${started}-${++count}`;

  return {
    get interrupted() {
      return left.some(({ state }) => state !== 'asked');
    },
    asked({ ticketId, number, intent, offline: given, issued }) {
      const job = nextJob();
      const offline = given === undefined ? undefined : { ...given, crc: offlineCrc(ticketId, given) };
      void write({ job, at: clock.now(), state: 'asked', ticket: ticketId, number, intent, offline, issued }, false);
      return job;
    },
    created: (job) => hurry(write({ job, at: clock.now(), state: 'created' }, true)),
    sending(job) {
      void write({ job, at: clock.now(), state: 'sending' }, false);
    },
    ended(job, outcome, tray) {
      void write({ job, at: clock.now(), ...endOf(outcome), ...(tray === undefined ? {} : { tray }) }, false);
    },
    notShown(job) {
      void write({ job, at: clock.now(), state: 'not-printed', why: NOT_SHOWN }, false);
    },
    async endLeftovers() {
      // Also after a timeout at the start.
      await hurry(queue.then(() => (left.length > 0 ? writeAll(left.map(endOfLeftover), true) : undefined)));
    },
    async close() {
      // Waits for pending writes, even late ones: a later write would reopen the file.
      queue = queue.then(closeFile);
      await hurry(queue);
    },
  };
}
