/**
 * Counter of wrong guesses by caller, shared by all servers.
 *
 * Servers of one database exchange their counts within about two seconds. Guesses above the limit in that time lengthen
 * the wait afterwards, so that parallel requests to all servers gain nothing.
 */

import type { Store } from '../../store/contract/store.ts';
import { WINDOW_MS } from '../rules/guess-policy.ts';
import { keepLatest } from './attempt-counter.ts';

/** Wrong guesses older than this are forgotten. */
const KEPT_MS = 10 * WINDOW_MS;

export interface GuessTries {
  /** Milliseconds until the next guess is allowed, right or wrong; 0: now. */
  waitMs(who: string, now: number, maxWrong: number): number;
  /** Whether there was a wrong guess within the last ten minutes. */
  hasGuessed(who: string, now: number): boolean;
  wasWrong(who: string, now: number): void;
}

/** Times of wrong guesses: epoch milliseconds. */
type Times = readonly number[];

/** @param bulletin shares counts between servers; null with a single server */
export function createGuessTries(bulletin: Store['peers']['bulletin']): GuessTries & { close(): void } {
  const own = new Map<string, Times>();
  /** By caller, then by server. Counts of a stopped server stay valid. */
  const elsewhere = new Map<string, Map<string, Times>>();

  const stop = bulletin?.follow('guess', {
    accepts: ({ times }) => Array.isArray(times) && times.every((each) => typeof each === 'number'),
    note(serverId, who, body) {
      const { times } = body as { readonly times: Times };
      keepLatest(elsewhere, who, new Map(elsewhere.get(who)).set(serverId, times));
    },
    gone() {},
  });

  function forget(who: string): void {
    own.delete(who);
    bulletin?.drop('guess', who);
  }

  function timesOf(who: string, now: number): Times {
    if (own.size === 0 && elsewhere.size === 0) return [];
    // Another server's clock can be slightly ahead. Times far ahead are ignored, so that no clock error locks out a
    // caller.
    const told = [...(elsewhere.get(who)?.values() ?? [])].flat().filter((at) => at - now < WINDOW_MS);
    const times = [...(own.get(who) ?? []).filter((at) => at <= now), ...told.map((at) => Math.min(at, now))];
    return recent(times, now);
  }

  return {
    waitMs(who, now, maxWrong) {
      return Math.max(0, nextAt(timesOf(who, now), maxWrong) - now);
    },
    hasGuessed: (who, now) => timesOf(who, now).length > 0,
    wasWrong(who, now) {
      const times = [...recent(own.get(who) ?? [], now), now];
      keepLatest(own, who, times, forget);
      bulletin?.post('guess', who, { times });
      for (const [old, before] of own) {
        if (recent(before, now).length > 0) break;
        forget(old);
      }
    },
    close: () => stop?.(),
  };
}

function recent(times: Times, now: number): Times {
  return times.filter((at) => now - at < KEPT_MS);
}

/** When the next guess is allowed. A guess above the limit counts as if it had waited for its turn. */
function nextAt(times: Times, maxWrong: number): number {
  const turns: number[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    turns.push(Math.max(at, (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS));
  }
  return (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
}
