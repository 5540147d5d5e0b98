/**
 * Print journal: result of each job, on disk.
 *
 * `asked` when the number exists, `created` on disk before the first byte: after a power cut, it shows which tickets
 * may be on paper. It has number, ticket id and state; no text, no person.
 *
 * One JSON object per line, in append-only files by day and size; old ones are deleted. A job that was open at the end
 * of the program is never printed again: its visitor has seen the number, or has left.
 */

import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../lib/context.ts';
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
  /** True when the program before this one ended in the middle of a job: the printer may hold half a ticket. */
  readonly interrupted: boolean;
  /** A ticket is to be printed, as soon as the printer is there. Answers the job's name. */
  asked(ticket: JournalTicket): string;
  /** Resolves when the entry is durable. A disk that fails is logged and never stops a ticket. */
  created(jobId: string): Promise<void>;
  /** Written behind, in order. */
  sending(jobId: string): void;
  /** @param tray what became of its paper in a presenter; written behind the end of the job */
  ended(jobId: string, outcome: PrintOutcome, tray?: TrayWord): void;
  /** The ticket was neither printed nor shown on a screen. */
  notShown(jobId: string): void;
  /**
   * Ends the jobs that the program before this one left open: those of which something may have been sent are in doubt.
   * To be called once it is on disk elsewhere that the printer may hold half a ticket; until then the open jobs say so.
   */
  endLeftovers(): Promise<void>;
  close(): Promise<void>;
}

/** A disk that takes longer is broken, and must not keep a visitor waiting. */
const DISK_MS = 1000;
/**
 * The same at the start, when disks are slow and printers are being connected. After it, half a ticket that an earlier
 * program left in the printer comes out with the next one.
 */
const START_MS = 5000;
/** Older ones are nobody's any more: the visitor has gone. */
const LEFTOVER_AGE_MS = 120_000;
const MAX_FILE_BYTES = 1_000_000;
/** Days, on a kiosk that fills no file in a day; never more than 30 MB. */
const KEPT_FILES = 30;
const PROGRAM_ENDED = 'the program ended before the printer had confirmed it';
/** States of a job that has no end. */
const OPEN: readonly JournalEntry['state'][] = ['asked', 'created', 'sending'];
const NEWLINE = 0x0a;

export interface JournalOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
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

  /** The file of today that has room; what is too old goes. */
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
    // The mark may be that of a file that has gone.
    if (tooOld.length > 0) await writeMark(journalMark(dir), [NO_FILE], false);
  }

  /** It is written to as soon as its name is on the disk; else the next entry tries again. */
  async function keepName(opened: FileHandle): Promise<void> {
    try {
      await keepNames(dir);
      file = opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  /** A power cut tears the last line; the next one must not be torn with it. */
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

  /** Nobody will ever know, and that is written down once. */
  const endOfLeftover = ({ job, state, ticket, number }: JournalEntry): JournalEntry => ({
    ...{ job, at: clock.now(), ticket, number },
    ...(state === 'asked' ? { state: 'not-printed', why: NEVER_SENT } : { state: 'doubtful', why: PROGRAM_ENDED }),
  });

  async function prepare(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // What was left open is known also where nothing can be written for the moment.
    await findLeftovers();
    await turnPage().catch(onFailure);
  }

  const hurry = (work: Promise<void>): Promise<void> => inTime(work, { ms: DISK_MS, onFailure });

  // Nothing is written before the file is open.
  queue = prepare().catch(onFailure);
  await inTime(queue, { ms: START_MS, onFailure });

  function writeAll(entries: readonly JournalEntry[], durable: boolean): Promise<void> {
    const written = queue.then(() => append(entries, durable)).catch(onFailure);
    // Without a sync lines may be lost with the power, so only synced ones are marked.
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
      // Also where the start had taken longer than it may.
      await hurry(queue.then(() => (left.length > 0 ? writeAll(left.map(endOfLeftover), true) : undefined)));
    },
    async close() {
      // Waits for pending writes, however late: a later one would open the file again.
      queue = queue.then(closeFile);
      await hurry(queue);
    },
  };
}
