/**
 * Files of the print journal: their names and entries.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { headOf, originOf, readMark, type Written } from '../lib/files/line-mark.ts';
import type { Confirmation, IssuedNumber, OfflineRecord, TrayWord } from './contract/printing.ts';

/** `asked`: nothing was sent yet. From `created` on, bytes may have been sent. */
const STATES = ['asked', 'created', 'sending', 'printed', 'not-printed', 'doubtful'] as const;
export type JobState = (typeof STATES)[number];

export interface JournalTicket {
  readonly ticketId: string;
  readonly number: string;
  /** Idempotency key of the kiosk's request. */
  readonly intent?: string;
  readonly offline?: OfflineRecord;
  readonly issued?: IssuedNumber;
}

export interface JournalEntry {
  readonly job: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly state: JobState;
  readonly ticket?: string | undefined;
  readonly number?: string | undefined;
  readonly intent?: string | undefined;
  /** For a ticket that the kiosk issued offline. */
  readonly offline?: (OfflineRecord & { readonly crc: number }) | undefined;
  /** For a ticket issued by the server. Absent in entries of earlier versions. */
  readonly issued?: IssuedNumber | undefined;
  /** How the print was confirmed. */
  readonly by?: Confirmation;
  /** Why the ticket is not known to be on paper. */
  readonly why?: string;
  /** Presenter event of the ticket. */
  readonly tray?: TrayWord;
}

/** Checksum, so that a flipped bit cannot change the ticket. */
export function offlineCrc(id: string, { holder, service, number, lang, priority }: OfflineRecord): number {
  return crc32(JSON.stringify([id, holder, service, number, lang, priority]));
}

/** Name in damage reports, because the journal consists of several files. */
export const PRINT_JOURNAL = 'print-journal';

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

const DAY_MS = 86_400_000;

/**
 * Files with entries since then. A file continues until the next one begins, on any day, and a job may begin a day
 * before its last entry.
 */
function filesSince(names: readonly string[], since: number): readonly string[] {
  const beginOfDay = (name: string): number => Date.parse(NAME.exec(name)?.[1] ?? '');
  return names.filter((_, place) => {
    const next = names[place + 1];
    return next === undefined || beginOfDay(next) + 2 * DAY_MS > since;
  });
}

function parseEntry(line: string): JournalEntry | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const { job, at, state } = value as Partial<JournalEntry>;
    const isEntry = typeof job === 'string' && typeof at === 'number' && STATES.some((each) => each === state);
    return isEntry ? (value as JournalEntry) : null;
  } catch {
    // A power failure tears the last line.
    return null;
  }
}

/** Path of the mark of the newest file. */
export const journalMark = (dir: string): string => join(dir, 'journal');

/** Longer than one entry. */
export const HEAD_BYTES = 4_096;

/** Whether the end of the journal, or all of it, is missing. Call it before any write. */
export function isJournalCut(dir: string): boolean {
  const marked = readMark(journalMark(dir));
  const names = marked.length === 0 ? [] : readdirSync(dir).filter((name) => NAME.test(name));
  return [null, ...names.map((name) => beginOf(join(dir, name)))].every((file) => originOf(marked, file) === 'other');
}

/** Null if it cannot be read. */
function beginOf(path: string): Written | null {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const begin = Buffer.alloc(HEAD_BYTES);
    const read = readSync(file, begin, 0, HEAD_BYTES, 0);
    return { head: headOf(begin.subarray(0, read)), bytes: fstatSync(file).size, changedAt: null };
  } catch {
    return null;
  } finally {
    if (file !== null) closeSync(file);
  }
}

interface JournalRead {
  /** All readable entries, oldest first. */
  readonly entries: readonly JournalEntry[];
  /**
   * Unreadable lines that no power failure explains: neither the end of a file, nor followed by the start of a program.
   */
  readonly spoilt: number;
}

/** A torn line starts like an entry, and is followed by an entry of the next program start. */
const isTorn = (line: string): boolean => /^\{("[^\0]*)?$/.test(line);

/** @param since epoch milliseconds; skips files that only have older entries */
export async function readJournal(dir: string, since = 0): Promise<JournalRead> {
  const files = filesSince(await journalFiles(dir), since);
  const texts = await Promise.all(files.map((name) => readFile(join(dir, name), 'utf8').catch(() => '')));
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line !== '');
  const read = lines.map((line) => ({ line, entry: parseEntry(line) }));
  const isSpoilt = ({ line, entry }: (typeof read)[number]): boolean =>
    entry === null && (line.endsWith('}') || !isTorn(line));
  return {
    entries: read.map(({ entry }) => entry).filter((entry) => entry !== null),
    spoilt: read.filter(isSpoilt).length,
  };
}

/** All readable entries of files since then, oldest first. */
export async function readEntries(dir: string, since = 0): Promise<readonly JournalEntry[]> {
  return (await readJournal(dir, since)).entries;
}

/** Journal reason of a job whose program ended before it sent anything to the printer. */
export const NEVER_SENT = 'the program stopped before the ticket was sent to the printer';

/** Journal reason of a job without paper: the program ended normally, and no screen showed the number instead. */
export const NOT_SHOWN = 'the program stopped before the printer had printed the ticket';

/** Whether a visitor may hold the ticket: part of it is on paper, or a screen showed its number instead. */
const isInHands = ({ state, why }: JournalEntry): boolean =>
  state !== 'asked' && !(state === 'not-printed' && (why === NEVER_SENT || why === NOT_SHOWN));

/** Merged entries of each job with its last state, in order of their start. */
export function latestOfEach(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const jobs = new Map<string, JournalEntry>();
  for (const entry of entries) jobs.set(entry.job, { ...jobs.get(entry.job), ...entry });
  return [...jobs.values()];
}

/** Idempotency keys of the tickets that visitors may hold. */
export const keysInHands = (jobs: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(jobs.flatMap((job) => (isInHands(job) ? (job.intent ?? []) : [])));

/** A number issued by the server that a visitor may hold. */
export interface PrintedNumber extends IssuedNumber {
  readonly id: string;
}

/** The highest number of each service in the journal since then. */
export async function printedNumbers(dir: string, since: number): Promise<readonly PrintedNumber[]> {
  const highest = new Map<string, PrintedNumber>();
  for (const { ticket: id, issued, at } of latestOfEach(await readEntries(dir, since))) {
    if (id === undefined || issued === undefined || at < since) continue;
    const { service, number } = issued;
    if (typeof service !== 'string' || !Number.isSafeInteger(number) || number < 1) continue;
    if (number > (highest.get(service)?.number ?? 0)) highest.set(service, { id, service, number });
  }
  return [...highest.values()];
}
