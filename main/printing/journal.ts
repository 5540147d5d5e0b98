/**
 * What became of each print job, on disk: `created` is safe there before the printer's first byte, so that after a
 * power cut nobody has to guess which tickets may be on paper. Number, ticket id and state; no text, no person.
 *
 * One JSON object a line. The texts are not kept, so a job that was open when the program ended is never printed by
 * itself: its visitor has seen the number on the screen, or has gone.
 */
import { type FileHandle, mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Log } from '../context.ts';

export type JobState = 'created' | 'sending' | 'printed' | 'not-printed' | 'doubtful';

export interface Journal {
  /** True when the program before this one ended in the middle of a job: the printer may hold half a ticket. */
  readonly interrupted: boolean;
  /** Resolves when the entry is durable. A disk that fails is logged and never stops a ticket. */
  created(job: { readonly ticketId: string; readonly number: string }): Promise<string>;
  /** Written behind, in order. */
  note(jobId: string, state: Exclude<JobState, 'created'>): void;
  close(): Promise<void>;
}

const FILE_NAME = 'print-journal.jsonl';
/**
 * A disk that takes longer is broken, and must not keep a visitor waiting. Counted in short stretches: while this
 * process is busy with something else, a disk cannot say that it is done.
 */
const DISK_MS = 1000;
const STRETCH_MS = 100;
/** Older ones are nobody's any more: the visitor has gone. */
const LEFTOVER_AGE_MS = 120_000;
const MAX_BYTES = 1_000_000;

interface Entry {
  readonly job: string;
  readonly at: number;
  readonly state: JobState;
  readonly ticket?: string;
  readonly number?: string;
}

function parseEntry(line: string): Entry | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { job, at, state } = value as Partial<Entry>;
    return typeof job === 'string' && typeof at === 'number' && typeof state === 'string' ? (value as Entry) : null;
  } catch {
    // A power cut tears the last line.
    return null;
  }
}

/** Jobs without an end, by what is known of them. */
async function leftovers(path: string): Promise<readonly Entry[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const last = new Map<string, Entry>();
  for (const line of text.split('\n')) {
    const entry = parseEntry(line);
    if (entry !== null) last.set(entry.job, entry);
  }
  return [...last.values()].filter(({ state }) => state === 'created' || state === 'sending');
}

export interface JournalOptions {
  readonly dir: string;
  readonly clock: Clock;
  readonly log: Log;
}

export async function openJournal({ dir, clock, log }: JournalOptions): Promise<Journal> {
  let file: FileHandle | null = null;
  let interrupted = false;
  let size = 0;
  let count = 0;
  let failed = false;
  let queue: Promise<void> = Promise.resolve();
  const started = clock.now().toString(36);

  const onFailure = (error: unknown): void => {
    if (!failed) log.error('journal.failed', { detail: error instanceof Error ? error.message : String(error) });
    failed = true;
  };

  async function prepare(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const path = join(dir, FILE_NAME);
    const left = await leftovers(path);
    interrupted = left.length > 0;
    if (left.length > 0) {
      const dropped = left.filter(({ at }) => clock.now() - at > LEFTOVER_AGE_MS).length;
      log.warn('journal.leftovers', { dropped, recent: left.length - dropped });
    }
    await writeFile(path, '', { mode: 0o600 });
    file = await open(path, 'a');
  }

  /** Resolves at the latest when the disk has had its time; what fails is logged. */
  function inTime(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      let left = DISK_MS;
      let cancel = (): void => {};
      const wait = (): void => {
        cancel = clock.after(STRETCH_MS, () => {
          left -= STRETCH_MS;
          if (left > 0) return wait();
          onFailure(new Error(`the disk takes longer than ${DISK_MS} ms`));
          resolve();
        });
      };
      wait();
      const done = (): void => {
        cancel();
        resolve();
      };
      void work.catch(onFailure).then(done);
    });
  }

  await inTime(prepare());

  function write(entry: Entry, durable: boolean): Promise<void> {
    const line = `${JSON.stringify(entry)}\n`;
    queue = queue.then(async () => {
      if (file === null) return;
      try {
        if (size > MAX_BYTES) {
          await file.truncate(0);
          size = 0;
        }
        size += line.length;
        await file.write(line);
        if (durable) await file.datasync();
        failed = false;
      } catch (error) {
        onFailure(error);
      }
    });
    return queue;
  }

  return {
    interrupted,
    async created({ ticketId, number }) {
      const job = `${started}-${++count}`;
      await inTime(write({ job, at: clock.now(), state: 'created', ticket: ticketId, number }, true));
      return job;
    },
    note(job, state) {
      void write({ job, at: clock.now(), state }, false);
    },
    async close() {
      await inTime(queue);
      await file?.close().catch(onFailure);
      file = null;
    },
  };
}
