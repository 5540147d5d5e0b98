/**
 * Lets so many in at once. The others wait here, and not in the driver's pool of connections, where a wait that was too long
 * looks like a database that does not answer.
 */
import { Abandoned, StoreBusy } from './store-errors.ts';

export interface GateOptions {
  readonly most: number;
  /** How many may wait at once of either kind, and how long each. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** How many of one caller may be inside at once, and wait; as many as there is room for when left out. */
  readonly ofCaller?: { readonly inside: number; readonly waiting: number };
}

export interface Coming {
  /** Nobody has asked for it: the program does it by itself. */
  readonly isDuty?: boolean;
  /** On whose behalf; empty for whoever has no bounds of their own. */
  readonly caller?: string | undefined;
  /** Aborted when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConcurrencyLimiter {
  /**
   * Null when there is room at once; else by the order of coming, but others go before a caller who has just been inside. What the
   * program does by itself waits in a line of its own, and the two lines take turns, so that neither keeps the other out.
   * Rejects with `StoreBusy`, or with `Abandoned` at once when it is given up.
   */
  enter(coming?: Coming): Promise<void> | null;
  /** Of the same caller who came. */
  leave(caller?: string): void;
  /** How many are inside now, and how many wait. */
  load(): { readonly inside: number; readonly waiting: number };
}

interface Waiting {
  readonly caller: string;
  readonly letIn: () => void;
}

const busy = (): StoreBusy => new StoreBusy('The server is busy; retry in a moment.');
const busyForCaller = (): StoreBusy =>
  new StoreBusy('You have too many requests in progress; retry when one has ended.');

export function createGate({ most, mostWaiting, waitMs, ofCaller }: GateOptions): ConcurrencyLimiter {
  const asked = new Set<Waiting>();
  const duties = new Set<Waiting>();
  /** Whose turn it is first. */
  let turn = duties;
  let inside = 0;
  /** How many of each caller are inside, where that is bounded. */
  const insideOf = new Map<string, number>();

  function count(caller: string, change: 1 | -1): void {
    if (caller === '' || ofCaller === undefined) return;
    const now = (insideOf.get(caller) ?? 0) + change;
    if (now === 0) insideOf.delete(caller);
    else insideOf.set(caller, now);
  }

  const mayEnter = (caller: string): boolean => ofCaller === undefined || (insideOf.get(caller) ?? 0) < ofCaller.inside;

  function wait(waiting: Set<Waiting>, caller: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(each);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        end();
        reject(new Abandoned());
      };
      const timer = setTimeout(() => {
        end();
        reject(busy());
      }, waitMs);
      signal?.addEventListener('abort', giveUp);
      const each: Waiting = {
        caller,
        letIn() {
          end();
          resolve();
        },
      };
      waiting.add(each);
    });
  }

  function nextOf(waiting: ReadonlySet<Waiting>, before: string): Waiting | undefined {
    let sameCaller: Waiting | undefined;
    for (const each of waiting) {
      if (!mayEnter(each.caller)) continue;
      if (before === '' || each.caller !== before) return each;
      sameCaller ??= each;
    }
    return sameCaller;
  }

  const other = (line: Set<Waiting>): Set<Waiting> => (line === asked ? duties : asked);

  return {
    enter({ isDuty = false, caller = '', signal } = {}) {
      if (signal?.aborted === true) return Promise.reject(new Abandoned());
      if (inside < most && mayEnter(caller)) {
        inside += 1;
        count(caller, 1);
        return null;
      }
      const waiting = isDuty ? duties : asked;
      if (waiting.size >= mostWaiting) return Promise.reject(busy());
      if (caller !== '' && ofCaller !== undefined) {
        const own = [...waiting].filter((each) => each.caller === caller);
        if (own.length >= ofCaller.waiting) return Promise.reject(busyForCaller());
      }
      return wait(waiting, caller, signal);
    },
    leave(caller = '') {
      count(caller, -1);
      const [first, second] = [turn, other(turn)];
      const next = nextOf(first, caller) ?? nextOf(second, caller);
      if (next === undefined) {
        inside -= 1;
        return;
      }
      turn = first.has(next) ? second : first;
      count(next.caller, 1);
      next.letIn();
    },
    load: () => ({ inside, waiting: asked.size + duties.size }),
  };
}

/** Does the work when it is let in. */
export async function inTurn<T>(gate: ConcurrencyLimiter, coming: Coming, work: () => Promise<T>): Promise<T> {
  const entered = gate.enter(coming);
  if (entered !== null) await entered;
  try {
    return await work();
  } finally {
    gate.leave(coming.caller);
  }
}
