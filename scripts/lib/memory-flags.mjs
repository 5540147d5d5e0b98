// How the program is kept small while thousands of requests a second come.
import { SERVE } from './basics.mjs';

/**
 * What Node is given before the program when it runs without a window. V8 lets each half of the space for young objects grow to 64 MiB
 * where the machine has many, and gives them back only when nothing happens any more; the
 * space for old ones may grow to four times what is in use before it is looked through, here to one and a half times. And the program
 * may ask V8 to look through it when a rush is over (`main/lib/memory/idle-gc.ts`).
 */
export const SMALL = ['--max-semi-space-size=16', '--heap-growing-percent=50', '--expose-gc'];
export const SERVE_SMALL = [...SMALL, SERVE];

/** The C library of Linux keeps a heap for each thread, up to eight a core, and what is free in one is of no use to another. */
export const smallEnvironment = (env) => ({ MALLOC_ARENA_MAX: '2', ...env });
