/** The files of the print journal: their names, and what stands in them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confirmation } from '../contract/printing.ts';

/** `asked`: nothing was sent yet. `created`: from here on something may have been. */
const STATES = ['asked', 'created', 'sending', 'printed', 'not-printed', 'doubtful'] as const;
export type JobState = (typeof STATES)[number];

export interface JournalTicket {
  readonly ticketId: string;
  readonly number: string;
  /** By which the kiosk asked for it. */
  readonly intent?: string;
}

export interface JournalEntry {
  readonly job: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: JobState;
  readonly ticket?: string | undefined;
  readonly number?: string | undefined;
  readonly intent?: string | undefined;
  /** How it was confirmed. */
  readonly by?: Confirmation;
  /** Why it is not known to be on paper. */
  readonly why?: string;
}

const NAME = /^journal-(\d{4}-\d{2}-\d{2})-(\d{4})\.jsonl$/;

export function journalFile(day: string, number: number): string {
  return `journal-${day}-${String(number).padStart(4, '0')}.jsonl`;
}

export function journalNumber(name: string): number {
  return Number(NAME.exec(name)?.[2] ?? 0);
}

/** Names, oldest first. */
export async function journalFiles(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir).catch(() => []);
  return names.filter((name) => NAME.test(name)).sort();
}

function parseEntry(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { job, at, state } = value as Partial<JournalEntry>;
    const isEntry = typeof job === 'string' && typeof at === 'number' && STATES.some((each) => each === state);
    return isEntry ? (value as JournalEntry) : null;
  } catch {
    // A power cut tears the last line.
    return null;
  }
}

/** Every entry that can be read, oldest first. */
export async function readEntries(dir: string): Promise<readonly JournalEntry[]> {
  const files = await journalFiles(dir);
  const texts = await Promise.all(files.map((name) => readFile(join(dir, name), 'utf8').catch(() => '')));
  return texts.flatMap((text) => text.split('\n').map(parseEntry)).filter((entry) => entry !== null);
}

/** Each job with all that is known of it and its last state, in the order in which they began. */
export function latestOfEach(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const jobs = new Map<string, JournalEntry>();
  for (const entry of entries) jobs.set(entry.job, { ...jobs.get(entry.job), ...entry });
  return [...jobs.values()];
}
