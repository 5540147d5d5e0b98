/**
 * The time of one cell of the matrix: it stands while anything is under way between the program and the printer, and
 * then goes on to whatever is due next. So a visitor's twenty seconds take no longer than what happens in them, and a
 * slow machine makes no printer late.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../main/lib/context.ts';

export interface CellTime extends Clock {
  /** Milliseconds since the beginning; nobody sets them. */
  steadyMs(): number;
  /** Time stands until `work` is done. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /** Time stands while it says so. */
  standsWhile(isBusy: () => boolean): void;
  /** The same, for what may be stuck: time goes on when nothing has rung for long. */
  standsForAWhile(isBusy: () => boolean): void;
  /** What time may be waiting for has gone on. */
  ring(): void;
  /** Resolves when the condition holds; time goes on meanwhile. Rejects when nothing can bring it about any more. */
  until(what: string, done: () => boolean): Promise<void>;
  close(): void;
}

const START = Date.parse('2026-11-20T12:00:00Z');
/** Of a cell's own time. */
const LONGEST_MS = 300_000;
/** Of this machine's time: bytes that have not come by then are stuck behind something that does not read. */
const STUCK_MS = 4000;
const HELD_MS = 20_000;
const LOOK_MS = 10;
/** Turns of the event loop in which nothing new begins. */
const QUIET_TURNS = 2;

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly callback: () => void;
}

interface Waiter {
  readonly what: string;
  readonly done: () => boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export function drivenTime(facts: () => unknown): CellTime {
  let nowMs = 0;
  let order = 0;
  let works = 0;
  let rings = 0;
  let wake: (() => void) | null = null;
  let isPumping = false;
  let isClosed = false;
  const timers = new Set<Timer>();
  const waiters = new Set<Waiter>();
  const watched: (() => boolean)[] = [];
  const patient: (() => boolean)[] = [];

  const isHeld = (): boolean => works > 0 || watched.some((isBusy) => isBusy());
  const isMoving = (): boolean => patient.some((isBusy) => isBusy());

  function ring(): void {
    rings++;
    wake?.();
  }

  function bell(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Rings heard, and since when nothing has rung: what is stuck is waited for once. */
  let heard = 0;
  let since = performance.now();

  function giveUp(why: string): void {
    const held = watched.map((isBusy) => isBusy());
    const state = JSON.stringify({ why, nowMs, works, held, timers: [...timers].map(({ at }) => at), facts: facts() });
    for (const { what, reject } of waiters) reject(new Error(`waited in vain: ${what}; ${state}`));
    waiters.clear();
  }

  async function settled(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; ) {
      await turn();
      if (rings !== heard) {
        heard = rings;
        since = performance.now();
      }
      const isFree = !isHeld() && !isMoving();
      quiet = isFree ? quiet + 1 : 0;
      if (isFree) {
        since = performance.now();
        continue;
      }
      await bell();
      const waitedMs = performance.now() - since;
      if (!isHeld() && waitedMs > STUCK_MS) return;
      if (waitedMs > HELD_MS) {
        giveUp('something is under way and does not end');
        return;
      }
    }
  }

  function goOn(): void {
    let next: Timer | null = null;
    for (const timer of timers) {
      if (next === null || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    if (next === null || next.at > LONGEST_MS) {
      giveUp(next === null ? 'nothing is due any more' : 'it takes too long');
      return;
    }
    timers.delete(next);
    nowMs = Math.max(nowMs, next.at);
    next.callback();
  }

  async function pump(): Promise<void> {
    isPumping = true;
    while (waiters.size > 0 && !isClosed) {
      await settled();
      const ready = [...waiters].filter(({ done }) => done());
      for (const waiter of ready) {
        waiters.delete(waiter);
        waiter.resolve();
      }
      // Whoever waited does what comes next before time goes on.
      if (ready.length === 0) goOn();
    }
    isPumping = false;
  }

  return {
    now: () => START + nowMs,
    steadyMs: () => nowMs,
    after(ms, callback) {
      const timer = { at: nowMs + Math.max(0, ms), order: order++, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async during(work) {
      works++;
      try {
        return await work;
      } finally {
        works--;
        ring();
      }
    },
    standsWhile: (isBusy) => void watched.push(isBusy),
    standsForAWhile: (isBusy) => void patient.push(isBusy),
    ring,
    until: (what, done) =>
      new Promise((resolve, reject) => {
        waiters.add({ what, done, resolve, reject });
        if (!isPumping) void pump();
      }),
    close() {
      isClosed = true;
      timers.clear();
    },
  };
}
