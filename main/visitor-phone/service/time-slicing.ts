/**
 * Time slices for work on many tickets.
 *
 * Then other work of the process has its turn.
 */
export const SLICE = 100;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
