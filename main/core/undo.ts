/** How long a clerk may take back what they did: shown to them, in milliseconds. */
export const UNDO_MS = 10_000;
/** For the way of the request: who touched it in time is not told that it was too late. */
const ON_THE_WAY_MS = 2_000;

export function mayStillUndo(doneAt: number, now: number): boolean {
  return now - doneAt <= UNDO_MS + ON_THE_WAY_MS;
}
