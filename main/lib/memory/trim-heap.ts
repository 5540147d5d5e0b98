import { libc } from '../libc.ts';

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
