/**
 * List of damaged kiosk files for staff.
 *
 * Each entry stays for a day, across restarts.
 */
import { join } from 'node:path';
import type { ClockAndLog } from '../../lib/context.ts';
import { isJournalCut, PRINT_JOURNAL } from '../../printing/journal-files.ts';
import { damagedFilesIn, readKept, writeKept } from '../../printing/json-file.ts';

export interface DamagedRecords {
  /** File names, separated by spaces; empty: none within the last day. */
  current(): string;
  /** @param name of a file, without its folder */
  note(name: string): void;
  close(): Promise<void>;
}

export interface DamagedRecordsOptions extends ClockAndLog {
  /** The kiosk's data folder; null stores nothing on disk. */
  readonly dir: string | null;
  onChange(): void;
}

const FILE = 'damaged-records.json';
const TOLD_MS = 86_400_000;

/** Checks all JSON files of the folder and the end of the print journal, before they are written. */
export function openDamagedRecords({ dir, clock, log, onChange }: DamagedRecordsOptions): DamagedRecords {
  const path = dir === null ? null : join(dir, FILE);
  const foundAt = new Map(path === null ? [] : instantsIn(readKept(path)));
  let writing: Promise<void> = Promise.resolve();

  function note(name: string): void {
    foundAt.set(name, clock.now());
    log.error('kiosk.records-corrupt', { file: name });
    // Staff are informed even if the disk itself is damaged.
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
