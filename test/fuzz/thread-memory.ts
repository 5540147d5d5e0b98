/** Memory of the threads of this process: each has a heap of its own, which the process does not count. */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 100;
/** A thread that is busy for longer is looked at again later. */
const COLLECT_MS = 5_000;

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

interface Collector {
  /** Collects the garbage of all threads. Resolves when that is done, or a thread has been busy for too long. */
  collect(): Promise<void>;
}

/** Speaks to each thread by the protocol of V8's inspector: nothing else reaches a thread that does not expect it. */
function garbageCollector(): Collector {
  const session = new Session();
  session.connect();
  const threads = new Set<string>();
  const waiting = new Map<string, () => void>();
  session.on('NodeWorker.attachedToWorker', ({ params }) => void threads.add(params.sessionId));
  session.on('NodeWorker.detachedFromWorker', ({ params }) => {
    threads.delete(params.sessionId);
    waiting.get(params.sessionId)?.();
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => waiting.get(params.sessionId)?.());
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });

  const collectIn = (sessionId: string): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(deadline);
        waiting.delete(sessionId);
        resolve();
      };
      const deadline = setTimeout(end, COLLECT_MS);
      waiting.set(sessionId, end);
      const message = JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' });
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message }, (error) => {
        if (error !== null) end();
      });
    });
  return { collect: async () => void (await Promise.all([...threads].map(collectIn))) };
}

/**
 * To be called before any thread is started.
 * @param grown hears how many bytes all threads together have in use, garbage not counted, beyond those at the beginning
 */
export function watchThreads(grown: (bytes: number) => void): ThreadMemory {
  const workers = new Set<Worker>();
  const garbage = garbageCollector();
  let least = 0;
  let most = 0;
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
    if ((await sum()) - least > most) {
      await garbage.collect();
      const inUse = (await sum()) - least;
      if (inUse > most) {
        most = inUse;
        grown(inUse);
      }
    }
    setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  void look();
  return {
    async begin() {
      await garbage.collect();
      least = await sum();
      most = 0;
    },
  };
}
