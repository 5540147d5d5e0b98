/** The thread in which a running program makes a backup: years of tickets take a while, and visitors do not wait for it. */
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupOptions, makeBackup } from './backup.ts';

/** What the thread says, once. */
export type BackupOutcome =
  | { readonly ok: true; readonly folder: string; readonly rows: number }
  | { readonly ok: false; readonly message: string };

async function work(options: BackupOptions): Promise<BackupOutcome> {
  try {
    const { folder, manifest } = await makeBackup(options);
    return { ok: true, folder, rows: Object.values(manifest.rows).reduce((sum, each) => sum + each, 0) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

void work(workerData as BackupOptions).then((outcome) => parentPort?.postMessage(outcome));
