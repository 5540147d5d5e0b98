/**
 * Returns memory to the system after a load peak.
 *
 * V8 collects old objects only when new ones are allocated, so an idle thread keeps garbage for hours. Each thread with
 * its own heap runs this for itself.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { libc } from '../libc.ts';

const LOOK_EVERY_MS = 10_000;

/** Utilisation above this is a peak; below `QUIET` it is over. */
const RUSH = 0.25;

const QUIET = 0.05;

/** Checks after which the other threads have collected too, so that their freed memory can be returned as well. */
const AGAIN_AFTER = 2;

export interface Looks {
  /** V8's collection; undefined without `--expose-gc`, which disables this. */
  readonly collect: (() => unknown) | undefined;
  /** Active and idle time of the thread so far, in milliseconds. */
  time(): { readonly active: number; readonly idle: number };
  /** Calls back at intervals, without keeping the process alive. Returns the stop function. */
  every(ms: number, callback: () => void): () => void;
}

/** With a larger heap the second collection would block the thread for a second or more. */
const SMALL_HEAP_BYTES = 100 * 2 ** 20;

/**
 * Two collections: an ordinary one, and a last-resort one, because only that returns the space of young objects and
 * V8's page cache. It takes 0.1 to 0.2 s for 50 MiB of objects, while the thread is idle.
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
 * @param then called after the collection, and again when all threads have had time for theirs
 * @returns the stop function
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

/** Returns the C library's free memory to the system, malloc_trim(3). */
export function trimHeap(): void {
  if (process.platform !== 'linux') return;
  try {
    trim ??= libc().func('int malloc_trim(size_t pad)') as unknown as (pad: number) => number;
    trim(0);
  } catch {
    // C libraries other than GNU's keep less.
  }
}
