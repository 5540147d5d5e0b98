/**
 * List of damaged kiosk files for staff, kept for a day.
 *
 * Each stays in the list for a day, also over restarts.
 */
import { join } from 'node:path';
import type { Clock, Log } from '../../lib/context.ts';
import { isJournalCut, PRINT_JOURNAL } from '../../printing/journal-files.ts';
import { damagedFilesIn, readKept, writeKept } from '../../printing/json-file.ts';

export interface DamagedRecords {
  /** Names of files, separated by blanks; empty: none within the last day. */
  current(): string;
  /** @param name of a file, without its folder */
  note(name: string): void;
  close(): Promise<void>;
}

export interface DamagedRecordsOptions {
  /** Of what the kiosk keeps; null keeps nothing on disk. */
  readonly dir: string | null;
  readonly clock: Clock;
  readonly log: Log;
  onChange(): void;
}

const FILE = 'damaged-records.json';
const TOLD_MS = 86_400_000;

/** Looks at all JSON files of the folder and at the end of the print journal, before others write there. */
export function openDamagedRecords({ dir, clock, log, onChange }: DamagedRecordsOptions): DamagedRecords {
  const path = dir === null ? null : join(dir, FILE);
  const foundAt = new Map(path === null ? [] : instantsIn(readKept(path)));
  let writing: Promise<void> = Promise.resolve();

  function note(name: string): void {
    foundAt.set(name, clock.now());
    log.error('kiosk.records-corrupt', { file: name });
    // The disk may be what is damaged: staff are told all the same.
    if (path !== null) writing = writing.then(() => writeKept(path, Object.fromEntries(foundAt))).catch(() => {});
    onChange();
  }

  for (const name of dir === null ? [] : damagedFilesIn(dir)) note(name);
  if (dir !== null && isJournalCut(dir)) note(PRINT_JOURNAL);

  return {
    current: () =>
      [...foundAt]
        .filter(([, at]) => Math.abs(clock.now() - at) < TOLD_MS)
        .map(([name]) => name)
        .sort()
        .join(' '),
    note,
    close: () => writing,
  };
}

function instantsIn(kept: unknown): [string, number][] {
  return Object.entries(kept ?? {}).filter((each): each is [string, number] => Number.isFinite(each[1]));
}
