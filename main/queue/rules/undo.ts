/** Time limits of undo at a counter. */
export const UNDO_MS = 10_000;
/** How long it can be done: for whoever is offered it longer, or holds what offers it. */
export const UNDO_MOST_MS = 300_000;
/** For the way of the request: who touched it in time is not told that it was too late. */
const ON_THE_WAY_MS = 2_000;

export function mayStillUndo(doneAt: number, now: number): boolean {
  return now - doneAt <= UNDO_MOST_MS + ON_THE_WAY_MS;
}
