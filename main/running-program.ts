/** Whether this program runs already: over the same data, or at the same port. */
import { setTimeout as pause } from 'node:timers/promises';
import { PROGRAM_HEADER } from './browser/pages.ts';
import { announcedAddress, type DataFolderLock, lockDataFolder } from './store/sqlite/data-folder-lock.ts';

const ANSWER_DEADLINE_MS = 2_000;
const LOOK_AGAIN_MS = 100;
/** A program that starts at this moment tells its address within this time. */
const ADDRESS_DEADLINE_MS = 30_000;

/** True when a Take a Number answers there. */
export async function isTakeANumber(address: string): Promise<boolean> {
  try {
    const answer = await fetch(`${address}/kiosk/`, { signal: AbortSignal.timeout(ANSWER_DEADLINE_MS) });
    await answer.body?.cancel();
    return answer.headers.get(PROGRAM_HEADER) !== null;
  } catch {
    return false;
  }
}

/** How a program that listens at `host` is reached from this machine. */
export function ownAddress(host: string, port: number): string {
  const bare = host.replace(/^\[|\]$/g, '');
  const reachable = bare === '0.0.0.0' ? '127.0.0.1' : bare === '::' ? '::1' : bare;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The folder is this program's, or another's: where that one answers, null if it does not say in time. */
export type Claim =
  | { readonly kind: 'ours'; readonly lock: DataFolderLock }
  | { readonly kind: 'taken'; readonly address: string | null };

/**
 * Claims the data folder. While another program has it, waits until that one tells its address, or gives the folder up:
 * two that start at the same moment become one that runs and one that knows where.
 */
export async function claimDataFolder(dataDir: string): Promise<Claim> {
  const started = performance.now();
  for (;;) {
    const lock = lockDataFolder(dataDir);
    if (lock !== null) return { kind: 'ours', lock };
    const address = announcedAddress(dataDir);
    if (address !== null && (await isTakeANumber(address))) return { kind: 'taken', address };
    if (performance.now() - started > ADDRESS_DEADLINE_MS) return { kind: 'taken', address: null };
    await pause(LOOK_AGAIN_MS);
  }
}
