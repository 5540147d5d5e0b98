import { Worker } from 'node:worker_threads';
import type { WorkerSettings } from './protocol.ts';

/** File of the store's thread: a source file next to this one, or next to the bundled program. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './store-worker.cjs', import.meta.url);

export type StoreThread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>;

/** Starts the store's thread, or the report thread. */
export function startThread(settings: WorkerSettings): StoreThread {
  return new Worker(workerFile, {
    workerData: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: settings.role ?? 'store',
  });
}
