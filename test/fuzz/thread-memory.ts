/** Memory of the threads of this process: each has a heap of its own, which the process does not count. */
import { subscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 100;

export interface ThreadMemory {
  /** What there is now is where counting begins. */
  begin(): Promise<void>;
}

async function bytesOf(worker: Worker): Promise<number> {
  try {
    const { used_heap_size, external_memory } = await worker.getHeapStatistics();
    return used_heap_size + external_memory;
  } catch {
    // It has ended.
    return 0;
  }
}

/**
 * To be called before any thread is started.
 * @param grown hears how many bytes all threads together have more than at the beginning, garbage included
 */
export function watchThreads(grown: (bytes: number) => void): ThreadMemory {
  const workers = new Set<Worker>();
  let least = 0;
  const sum = async (): Promise<number> => {
    const all = await Promise.all([...workers].map(bytesOf));
    return all.reduce((one, other) => one + other, 0);
  };
  subscribe('worker_threads', (message) => {
    const { worker } = message as { readonly worker: Worker };
    workers.add(worker);
    worker.once('exit', () => workers.delete(worker));
  });
  const look = async (): Promise<void> => {
    grown((await sum()) - least);
    setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  void look();
  return {
    async begin() {
      least = await sum();
    },
  };
}
