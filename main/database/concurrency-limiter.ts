/**
 * Limiter of concurrent work.
 *
 * Requests wait here instead of in the driver's connection pool, where a long wait looks like an unavailable database.
 */
import { Abandoned, StoreBusy } from './store-errors.ts';

export interface GateOptions {
  readonly most: number;
  /** Maximum waiting entries of each kind, and the timeout of each. */
  readonly mostWaiting: number;
  readonly waitMs: number;
  /** Limits per caller for running and waiting work; without it only the total limits apply. */
  readonly ofCaller?: { readonly inside: number; readonly waiting: number };
}

export interface Coming {
  /** Background work of the program, without a request. */
  readonly isDuty?: boolean;
  /** The caller for the limits per caller; empty for no such limit. */
  readonly caller?: string | undefined;
  /** Aborted when the result is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

export interface ConcurrencyLimiter {
  /**
   * Null when there is room at once. Otherwise first come, first served, except that other callers go before one who
   * was just inside. Background work waits in a separate queue, and the two queues alternate, so that neither starves.
   * Rejects with `StoreBusy`, or with `Abandoned` on abort.
   */
  enter(coming?: Coming): Promise<void> | null;
  /** Call with the caller that entered. */
  leave(caller?: string): void;
  /** Number of running and waiting entries. */
  load(): { readonly inside: number; readonly waiting: number };
}

interface Waiting {
  readonly caller: string;
  readonly letIn: () => void;
}

const busy = (): StoreBusy => new StoreBusy('The server is busy; retry in a moment.');
const busyForCaller = (): StoreBusy =>
  new StoreBusy('You have too many requests in progress; retry when one has completed.');

export function createGate({ most, mostWaiting, waitMs, ofCaller }: GateOptions): ConcurrencyLimiter {
  const asked = new Set<Waiting>();
  const duties = new Set<Waiting>();
  /** The queue that is served next. */
  let turn = duties;
  let inside = 0;
  /** Running entries by caller, where there is a limit. */
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

/** Runs the work when the limiter admits it. */
export async function inTurn<T>(gate: ConcurrencyLimiter, coming: Coming, work: () => Promise<T>): Promise<T> {
  const entered = gate.enter(coming);
  if (entered !== null) await entered;
  try {
    return await work();
  } finally {
    gate.leave(coming.caller);
  }
}
