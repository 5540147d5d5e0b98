/**
 * Lets so many in at once. The others wait here, and not in the driver's pool of connections, where a wait that was too long
 * looks like a database that does not answer.
 */
import { StoreBusy } from '../store.ts';

export interface GateOptions {
  readonly most: number;
  /** How many may wait at once, and how long each. */
  readonly mostWaiting: number;
  readonly waitMs: number;
}

export interface Gate {
  /** Null when there is room at once; else in the order of coming. Rejects with `StoreBusy`. */
  enter(): Promise<void> | null;
  leave(): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly timer: NodeJS.Timeout;
}

const busy = (): StoreBusy => new StoreBusy('There is too much to do just now; try again in a moment.');

export function createGate({ most, mostWaiting, waitMs }: GateOptions): Gate {
  const waiting = new Set<Waiting>();
  let inside = 0;

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(each);
        reject(busy());
      }, waitMs);
      const each: Waiting = { resolve, timer };
      waiting.add(each);
    });
  }

  return {
    enter() {
      if (inside < most) {
        inside += 1;
        return null;
      }
      return waiting.size < mostWaiting ? wait() : Promise.reject(busy());
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) {
        inside -= 1;
        return;
      }
      waiting.delete(next);
      clearTimeout(next.timer);
      next.resolve();
    },
  };
}
