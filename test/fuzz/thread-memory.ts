/** Memory of the threads of this process: each has a separate heap, which the process does not count. */
import { subscribe } from 'node:diagnostics_channel';
import { Session } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

const LOOK_EVERY_MS = 100;
/** A thread that is busy for longer is checked again later. */
const COLLECT_MS = 5_000;

export interface ThreadMemory {
  /** Current memory, the start of the measurement. */
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

/** Connects to each thread by V8's inspector protocol, which needs no code in the thread. */
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
 * Call it before any thread starts.
 * @param grown receives the used bytes of all threads, without garbage, above those at the start
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
