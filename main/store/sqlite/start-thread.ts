import { Worker } from 'node:worker_threads';
import type { WorkerSettings } from './protocol.ts';

/** The file that the store's thread runs: beside this one when the sources run, beside the program once it is bundled. */
const workerFile = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './store-worker.cjs', import.meta.url);

export type StoreThread = Pick<Worker, 'on' | 'once' | 'postMessage' | 'terminate'>;

/** Starts the store's thread, or the one beside it for reports. */
export function startThread(settings: WorkerSettings): StoreThread {
  return new Worker(workerFile, {
    workerData: settings,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    name: settings.role ?? 'store',
  });
}
