/**
 * Worker thread that makes a backup, because years of tickets take long.
 */

import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../lib/error-message.ts';
import { type BackupOptions, makeBackup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import type { TransferProgress } from './progress.ts';

/** Result of the thread. */
export type BackupOutcome =
  | { readonly ok: true; readonly folder: string; readonly rows: Manifest['rows']; readonly faults: readonly string[] }
  | { readonly ok: false; readonly message: string };

export type BackupMessage = { readonly told: TransferProgress } | { readonly outcome: BackupOutcome };

const say = (message: BackupMessage): void => parentPort?.postMessage(message);

async function work(options: BackupOptions): Promise<BackupOutcome> {
  try {
    const { folder, manifest } = await makeBackup(options, (told) => say({ told }));
    return { ok: true, folder, rows: manifest.rows, faults: manifest.faults ?? [] };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

void work(workerData as BackupOptions).then((outcome) => say({ outcome }));
