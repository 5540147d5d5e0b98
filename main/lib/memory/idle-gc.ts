/**
 * Memory that a rush has taken is given back when it is over. V8 looks through its old objects when new ones come, so that of a thread
 * that has nothing to do any more it keeps for hours what nobody needs. Each thread with a heap of its own does it for itself.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { libc } from '../libc.ts';

const LOOK_EVERY_MS = 10_000;

/** Parts of a thread's time: with more than this it was a rush, with less it is over. */
const RUSH = 0.25;

const QUIET = 0.05;

/** So many looks later the other threads have noticed too, and what they have freed can be given back with the rest. */
const AGAIN_AFTER = 2;

export interface Looks {
  /** V8's collection; not there without `--expose-gc`, and then nothing is done. */
  readonly collect: (() => unknown) | undefined;
  /** How long the thread has worked and waited so far, in milliseconds. */
  time(): { readonly active: number; readonly idle: number };
  /** Calls back again and again, without keeping the process alive, until what it gives is called. */
  every(ms: number, callback: () => void): () => void;
}

/** Of a larger heap the second look would hold everybody up for a second and more. */
const SMALL_HEAP_BYTES = 100 * 2 ** 20;

/**
 * Once as ever, and then as if there were no memory left: only then V8 gives back the space of young objects too, and the pages that it
 * keeps in store. That takes 0.1 to 0.2 s for 50 MiB of objects, when nobody is in a hurry any more.
 */
async function collectAll(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async' });
  if (getHeapStatistics().used_heap_size > SMALL_HEAP_BYTES) return;
  await globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
}

const ofThisThread: Looks = {
  collect: globalThis.gc === undefined ? undefined : collectAll,
  time: () => performance.eventLoopUtilization(),
  every(ms, callback) {
    const timer = setInterval(callback, ms).unref();
    return () => clearInterval(timer);
  },
};

/**
 * @param then what is done when V8 has looked, and once more when all threads have
 * @returns what ends it.
 */
export function startIdleGc({ collect, time, every }: Looks = ofThisThread, then: () => void = () => {}): () => void {
  if (collect === undefined) return () => {};
  let before = time();
  let wasRush = false;
  let againIn = 0;
  return every(LOOK_EVERY_MS, () => {
    const now = time();
    const active = now.active - before.active;
    const busy = active / Math.max(1, active + now.idle - before.idle);
    before = now;
    if (busy > RUSH) wasRush = true;
    if (againIn > 0) {
      againIn -= 1;
      if (againIn === 0) then();
    }
    if (!wasRush || busy > QUIET) return;
    wasRush = false;
    againIn = AGAIN_AFTER;
    void Promise.resolve(collect()).then(then);
  });
}

let trim: ((pad: number) => number) | null = null;

/** What all threads have freed stays with the C library until it is told to give it back to the system, malloc_trim(3). */
export function trimHeap(): void {
  if (process.platform !== 'linux') return;
  try {
    trim ??= libc().func('int malloc_trim(size_t pad)') as unknown as (pad: number) => number;
    trim(0);
  } catch {
    // Another C library than GNU's: it keeps less.
  }
}
