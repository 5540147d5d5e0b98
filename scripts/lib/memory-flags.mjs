// Memory settings of the program for thousands of requests a second.
import { SERVE } from './basics.mjs';

/**
 * Node options of the program without a window.
 *
 * On machines with much memory, V8 lets each half of the young generation grow to 64 MiB, and releases it only when
 * idle. The old generation can grow to four times the used memory before a collection; here to one and a half times.
 * The program can request a collection after a rush (`main/lib/memory/idle-gc.ts`).
 */
export const SMALL = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc'];
export const SERVE_SMALL = [...SMALL, SERVE];

/** glibc has a heap for each thread, up to eight per core; memory that is free in one is not available to another. */
export const smallEnvironment = (env) => ({ MALLOC_ARENA_MAX: '2', ...env });
