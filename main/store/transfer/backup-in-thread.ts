import { Worker } from 'node:worker_threads';
import { type BackupOptions, clearUnfinished } from './backup.ts';
import type { BackupMessage, BackupOutcome } from './backup-worker.ts';
import { ignoreProgress, type OnProgress } from './progress.ts';

const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './backup-worker.ts' : './backup-worker.cjs',
  import.meta.url,
);

/**
 * Makes a backup in a worker thread, which ends with it or when aborted, and leaves no unfinished files. Never rejects.
 */
export function backupInThread(
  options: BackupOptions,
  signal: AbortSignal,
  tell: OnProgress = ignoreProgress,
): Promise<BackupOutcome> {
  return new Promise((resolve) => {
    const worker = new Worker(workerFile, {
      workerData: options,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      name: 'backup',
    });
    const stop = (): void => void worker.terminate();
    signal.addEventListener('abort', stop);
    worker.on('message', (message: BackupMessage) => {
      if ('told' in message) tell(message.told);
      else resolve(message.outcome);
    });
    worker.on('error', ({ message }) => resolve({ ok: false, message }));
    worker.on('exit', () => {
      signal.removeEventListener('abort', stop);
      const ended = (): void => resolve({ ok: false, message: 'it was interrupted' });
      // Otherwise the thread has cleaned up.
      if (signal.aborted) clearUnfinished(options.to).then(ended, ended);
      else ended();
    });
  });
}
