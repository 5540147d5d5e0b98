/**
 * Login attempts shared by the servers of one database.
 *
 * Failed attempts are shared, so that a slowed caller is slow at every server. Successful logins are shared with their
 * address, so that the true owner is known everywhere. Messages are sent only for failures and for logins from a new
 * address. Names and addresses are hashed before they leave the server.
 */
import type { Clock } from '../../lib/context.ts';
import type { Store } from '../../store/contract/store.ts';
import { PASSWORD_POLICY } from '../rules/guess-policy.ts';
import { type AttemptCount, type Cover, keepLatest, together } from './attempt-counter.ts';

export interface SharedTries {
  /** Attempts known from other servers, for this name or address. */
  triesOf(key: string): readonly AttemptCount[];
  wasWrong(key: string, tally: AttemptCount): void;
  cameIn(pair: string): void;
  hasComeIn(pair: string): boolean;
}

type Others = NonNullable<Store['peers']['bulletin']>;

export function shareTries(others: Others, coverKey: Cover, clock: Clock): SharedTries & { close(): void } {
  const tries = new Map<string, AttemptCount>();
  const knownThere = new Map<string, true>();
  const toldTries = new Map<string, number>();
  const toldKnown = new Map<string, true>();

  const cover = (key: string): string => coverKey(`login ${key}`);

  const stopTries = others.follow('login-try', {
    accepts: ({ wrong, at, spent }) => [wrong, at, spent].every((each) => typeof each === 'number'),
    note(_serverId, key, body) {
      const now = clock.now();
      const { wrong, at, spent } = body as AttemptCount;
      // Another server's clock can be slightly ahead.
      const heard = { wrong, at: Math.min(at, now), spent };
      keepLatest(tries, key, together([heard, ...(tries.has(key) ? [tries.get(key) ?? heard] : [])], now));
    },
    // Keeps the delays when a server stops.
    gone() {},
  });
  const stopKnown = others.follow('login-known', {
    note: (_serverId, key) => keepLatest(knownThere, key, true),
    gone() {},
  });

  return {
    triesOf(key) {
      if (tries.size === 0) return [];
      const heard = tries.get(cover(key));
      return heard === undefined ? [] : [heard];
    },
    wasWrong(key, { wrong, at, spent }) {
      const covered = cover(key);
      others.post('login-try', covered, { wrong, at, spent });
      const drop = (old: string): void => others.drop('login-try', old);
      keepLatest(toldTries, covered, at, drop);
      for (const [old, then] of toldTries) {
        if (at - then < PASSWORD_POLICY.forgetMs) break;
        toldTries.delete(old);
        drop(old);
      }
    },
    cameIn(pair) {
      const covered = cover(pair);
      others.post('login-known', covered, {});
      keepLatest(toldKnown, covered, true, (old) => others.drop('login-known', old));
    },
    hasComeIn: (pair) => knownThere.size > 0 && knownThere.has(cover(pair)),
    close() {
      stopTries();
      stopKnown();
    },
  };
}
