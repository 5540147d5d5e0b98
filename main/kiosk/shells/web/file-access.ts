/**
 * Bounded access to site files on a network share that can hang.
 *
 * Node runs all file operations of a process in four threads. A hanging share would block them all, and with them the
 * print journal and the database. So few operations run at a time, and none starts while one is overdue.
 */
import type { ClockAndLog } from '../../../lib/context.ts';
import { siteFoldersFault } from '../../../lib/site-folders.ts';

export interface FileAccess {
  /**
   * Runs one file operation. Null when the folder did not respond in time.
   * @param discard releases a late result
   */
  run<T>(operation: () => Promise<T>, discard?: (late: T) => void): Promise<T | null>;
}

/** For a folder on a local disk. */
export const directAccess: FileAccess = { run: (operation) => operation() };

export interface SharedAccess extends FileAccess {
  close(): void;
}

export interface SharedAccessOptions extends ClockAndLog {
  /** The folder that holds the site folders. */
  readonly folder: string;
}

/** Half of Node's threads. An operation uses one thread at a time. */
const MAX_AT_ONCE = 2;
const DEADLINE_MS = 2_000;
const CHECK_MS = 5_000;
/** Checks the folder every few seconds; logs once when it becomes unavailable, and once when it is available again. */
export function sharedAccess({ folder, clock, log }: SharedAccessOptions): SharedAccess {
  const waiting: ((isRefused: boolean) => void)[] = [];
  let running = 0;
  let overdue = 0;
  let isAvailable = true;
  let isClosed = false;
  let cancelCheck = (): void => {};

  /** Resolves with false when the operation can start. */
  function turn(): Promise<boolean> {
    if (overdue > 0) return Promise.resolve(true);
    if (running < MAX_AT_ONCE) {
      running += 1;
      return Promise.resolve(false);
    }
    return new Promise((settle) => waiting.push(settle));
  }

  function leave(): void {
    const next = overdue > 0 ? undefined : waiting.shift();
    if (next === undefined) running -= 1;
    else next(false);
  }

  function refuseWaiting(): void {
    for (const settle of waiting.splice(0)) settle(true);
  }

  async function run<T>(operation: () => Promise<T>, discard?: (late: T) => void): Promise<T | null> {
    if (await turn()) return null;
    let isLate = false;
    const late = Promise.withResolvers<null>();
    const cancel = clock.after(DEADLINE_MS, () => {
      isLate = true;
      overdue += 1;
      refuseWaiting();
      late.resolve(null);
    });
    const done = operation();
    const settled = (): void => {
      cancel();
      if (isLate) overdue -= 1;
      leave();
    };
    done.then(
      (value) => {
        settled();
        if (isLate) discard?.(value);
      },
      () => settled(),
    );
    return Promise.race([done, late.promise]);
  }

  async function check(): Promise<void> {
    // A null fault: no problem. A null result of `run`: no response.
    const found = await run(async () => ({ fault: await siteFoldersFault(folder) }));
    if (isClosed) return;
    const fault = found === null ? 'it does not respond' : found.fault;
    if (fault !== null && isAvailable) log.error('files.unavailable', { folder, error: fault });
    if (fault === null && !isAvailable) log.info('files.recovered', { folder });
    isAvailable = fault === null;
    cancelCheck = clock.after(CHECK_MS, () => void check());
  }

  void check();
  return {
    run,
    close() {
      isClosed = true;
      cancelCheck();
      refuseWaiting();
    },
  };
}
