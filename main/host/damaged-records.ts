/**
 * The files of a kiosk that were found damaged, for staff: each stays in the list for a day, also over restarts.
 */
import type { Clock, Log } from '../context.ts';
import { readKept, writeKept } from './kept-file.ts';

export interface DamagedRecords {
  /** Names of files, separated by blanks; empty: none within the last day. */
  current(): string;
  /** @param name of a file, without its folder */
  note(name: string): void;
  close(): Promise<void>;
}

export interface DamagedRecordsOptions {
  /** Null keeps nothing on disk. */
  readonly path: string | null;
  readonly clock: Clock;
  readonly log: Log;
  onChange(): void;
}

const TOLD_MS = 86_400_000;

export function openDamagedRecords({ path, clock, log, onChange }: DamagedRecordsOptions): DamagedRecords {
  const foundAt = new Map(path === null ? [] : instantsIn(readKept(path)));
  let writing: Promise<void> = Promise.resolve();

  function note(name: string): void {
    foundAt.set(name, clock.now());
    log.error('records.damaged', { file: name });
    // The disk may be what is damaged: staff are told all the same.
    if (path !== null) writing = writing.then(() => writeKept(path, Object.fromEntries(foundAt))).catch(() => {});
    onChange();
  }

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
