/**
 * Counter of wrong guesses by caller, at all servers together.
 *
 * So many in a minute, at all servers of one database together. They tell each other within some two seconds; what was
 * too much until then is waited for afterwards, so that nobody gets more by asking all of them at once.
 */

import type { Store } from '../../store/contract/store.ts';
import { WINDOW_MS } from '../rules/guess-policy.ts';
import { keepLatest } from './attempt-counter.ts';

/** What is waited for may be from so long ago. */
const KEPT_MS = 10 * WINDOW_MS;

export interface GuessTries {
  /** For how many milliseconds nothing may be asked, right or wrong; 0: now. */
  waitMs(who: string, now: number, maxWrong: number): number;
  /** Whether any was wrong within the last ten minutes. */
  hasGuessed(who: string, now: number): boolean;
  wasWrong(who: string, now: number): void;
}

/** When each was made, in epoch milliseconds. */
type Times = readonly number[];

/** @param bulletin where servers tell each other; null where there are none. */
export function createGuessTries(bulletin: Store['peers']['bulletin']): GuessTries & { close(): void } {
  const own = new Map<string, Times>();
  /** By who asked, then by the server that said so. What it said holds when it is gone too. */
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
    // The clock of another server may be a little ahead of ours; if it is far ahead, or our own was set back, no caller may be locked out.
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

/** When the next may be made: what came too early counts as if it had waited for its turn. */
function nextAt(times: Times, maxWrong: number): number {
  const turns: number[] = [];
  for (const at of times.toSorted((a, b) => a - b)) {
    turns.push(Math.max(at, (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS));
  }
  return (turns.at(-maxWrong) ?? Number.NEGATIVE_INFINITY) + WINDOW_MS;
}
