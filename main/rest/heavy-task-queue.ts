/**
 * Queue that runs one heavy back-office task per event-loop turn.
 *
 * Such a task takes milliseconds, a ticket operation a tenth of one. So a ticket operation waits for one task at most,
 * not for all.
 */

/** Resolves when the caller's turn comes: at once if the queue is empty. */
export type WorkTurns = () => Promise<void>;

export function createWorkTurns(): WorkTurns {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function next(): void {
    const first = waiting.shift();
    isTaken = first !== undefined;
    if (first === undefined) return;
    first();
    setImmediate(next);
  }

  return () => {
    if (isTaken) return new Promise((resolve) => waiting.push(resolve));
    isTaken = true;
    // The current turn still belongs to this task.
    setImmediate(() => setImmediate(next));
    return Promise.resolve();
  };
}
