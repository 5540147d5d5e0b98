/**
 * Lets so many in at once. The others wait here, and not in the driver's pool of connections, where a wait that was too long
 * looks like a database that does not answer.
 */
import { StoreBusy } from '../store.ts';

export interface GateOptions {
  readonly most: number;
  /** How many may wait at once of either kind, and how long each. */
  readonly mostWaiting: number;
  readonly waitMs: number;
}

export interface Gate {
  /**
   * Null when there is room at once; else in the order of coming. What the program does by itself waits in a line of its own,
   * and the two lines take turns, so that neither keeps the other out. Rejects with `StoreBusy`.
   */
  enter(isDuty?: boolean): Promise<void> | null;
  leave(): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}

const busy = (): StoreBusy => new StoreBusy('There is too much to do just now; try again in a moment.');

export function createGate({ most, mostWaiting, waitMs }: GateOptions): Gate {
  const asked = new Set<Waiting>();
  const duties = new Set<Waiting>();
  /** Whose turn it is first. */
  let turn = duties;
  let inside = 0;

  function wait(waiting: Set<Waiting>): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(each);
        reject(busy());
      }, waitMs);
      const each: Waiting = { resolve, timer };
      waiting.add(each);
    });
  }

  const other = (line: Set<Waiting>): Set<Waiting> => (line === asked ? duties : asked);

  return {
    enter(isDuty = false) {
      if (inside < most) {
        inside += 1;
        return null;
      }
      const waiting = isDuty ? duties : asked;
      return waiting.size < mostWaiting ? wait(waiting) : Promise.reject(busy());
    },
    leave() {
      const waiting = turn.size > 0 ? turn : other(turn);
      const [next] = waiting;
      if (next === undefined) {
        inside -= 1;
        return;
      }
      turn = other(waiting);
      waiting.delete(next);
      clearTimeout(next.timer);
      next.resolve();
    },
  };
}
