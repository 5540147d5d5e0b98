/**
 * The time of the database, as all servers over it use it.
 *
 * A server whose own clock is wrong would end the business day of every location and serve visitors out of order. So each
 * heartbeat reads the clock of the database. In between, the monotonic clock of the process counts on from there, which an
 * administrator or NTP cannot set.
 */

import type { SharedClock } from '../../database/cluster.ts';
import type { Beat } from '../../database/postgres/heartbeat.ts';
import { statement } from '../../database/postgres/statement.ts';
import type { Clock, Log } from '../../lib/context.ts';

const NOW = statement('now', 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now');
/** A larger offset cannot be explained by network and load. */
export const MAX_OFFSET_MS = 2_000;
/**
 * If the database clock was set back by more than this, it is followed at once; otherwise the reported time does not
 * advance until it catches up.
 */
const MAX_HELD_MS = 2_000;

export interface DatabaseClock extends SharedClock {
  /** Reads the clock of the database. */
  readonly beat: Beat;
}

export interface DatabaseClockOptions {
  /** Monotonic milliseconds. */
  readonly own: Clock;
  readonly log: Log;
  /** Milliseconds that nothing sets back. */
  readonly monotonic?: () => number;
}

/** Minimum offset of a clock that was read between `before` and `after`. */
function leastOffset(before: number, other: number, after: number): number {
  if (before > other) return before - other;
  return Math.min(0, after - other);
}

export function createDatabaseClock({
  own,
  log,
  monotonic = () => performance.now(),
}: DatabaseClockOptions): DatabaseClock {
  /** Offset to the monotonic clock; null until the first read. */
  let ahead: number | null = null;
  let offsetMs = 0;
  let last = Number.NEGATIVE_INFINITY;

  /** Changes the offset only if the database contradicts it, so that latency causes no jitter. */
  function follow(before: number, database: number, after: number): void {
    const least = database - after;
    const most = database - before;
    ahead = ahead === null ? (least + most) / 2 : Math.min(most, Math.max(least, ahead));
  }

  function note(offset: number): void {
    const wasOff = Math.abs(offsetMs) > MAX_OFFSET_MS;
    const isOff = Math.abs(offset) > MAX_OFFSET_MS;
    offsetMs = offset;
    if (isOff && !wasOff) {
      log.warn('clock.skew-detected', { seconds: Math.round(offset / 1000) });
    }
    if (wasOff && !isOff) log.info('clock.skew-resolved');
  }

  return {
    now() {
      const now = Math.floor(ahead === null ? own.now() : monotonic() + ahead);
      if (now < last && last - now <= MAX_HELD_MS) return last;
      last = now;
      return now;
    },
    after: (ms, callback) => own.after(ms, callback),
    get offsetMs() {
      return offsetMs;
    },
    get isTrusted() {
      return Math.abs(offsetMs) <= MAX_OFFSET_MS;
    },
    async beat(line) {
      const before = { own: own.now(), monotonic: monotonic() };
      const [row] = await line.ask<{ now: number }>(NOW, []);
      const after = { own: own.now(), monotonic: monotonic() };
      if (row === undefined) return;
      follow(before.monotonic, row.now, after.monotonic);
      note(leastOffset(before.own, row.now, after.own));
    },
  };
}
