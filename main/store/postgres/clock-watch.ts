/**
 * Tickets wait in the order of the times at which they were issued, by the clock of the server that issued them: servers whose
 * clocks differ would call people out of their order. That is told in the log, as seen from the clock of the database.
 */
import type { Clock, Log } from '../../context.ts';
import type { Beat } from './heartbeat.ts';
import { statement } from './statement.ts';

const NOW = statement('now', 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now');
/** More than a network and a busy machine make of it. */
const TOLERATED_MS = 2_000;

/** How far the clock is at least from that other one, which was read at some moment between the two. */
function apart(before: number, other: number, after: number): number {
  return Math.max(0, before - other, other - after);
}

/** Tells it once, and again when it was right in between. */
export function createClockWatch(clock: Clock, log: Log): Beat {
  let isTold = false;
  return async (line) => {
    const before = clock.now();
    const [row] = await line.ask<{ now: number }>(NOW, []);
    const differs = row === undefined ? 0 : apart(before, row.now, clock.now());
    if (differs > TOLERATED_MS && !isTold) {
      log.warn('clock.differs', {
        seconds: Math.round(differs / 1000),
        from: 'database',
        advice: 'let both follow one clock (NTP)',
      });
    }
    isTold = differs > TOLERATED_MS;
  };
}
