/**
 * Work of the back office costs milliseconds where a ticket costs a tenth of one. Many who ask for it at once are served one
 * a turn of the event loop, in their order, so that whoever draws or calls a ticket meanwhile waits for one of them, not
 * for all.
 */

/** Resolves when it is one's turn: at once for whoever comes alone. */
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
    // The end of this turn belongs to it still.
    setImmediate(() => setImmediate(next));
    return Promise.resolve();
  };
}
