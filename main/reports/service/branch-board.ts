/**
 * Overview of all locations.
 *
 * However many look, the store is asked once in some seconds, for all of them together, beside the queue; each caller
 * gets those that they see.
 */
import type { Clock } from '../../lib/context.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { type WatchedBranch, worstFirst } from '../rules/branches.ts';

const FRESH_MS = 5_000;

export interface BranchBoard {
  /** The worst first, and when that was so. Locations without a queue yet are there too. */
  read(): Promise<{ readonly at: number; readonly branches: readonly WatchedBranch[] }>;
}

type Read = Awaited<ReturnType<BranchBoard['read']>>;

export function createBranchBoard(deps: {
  readonly store: Store;
  readonly site: SiteHolder;
  readonly clock: Clock;
}): BranchBoard {
  const { store, site, clock } = deps;
  let last: { readonly at: number; readonly done: Promise<Read> } | null = null;

  async function look(at: number): Promise<Read> {
    const locations = site.current().locations.map(({ id }) => id);
    const found = new Map(
      (await store.report('branches', { locations, now: at })).map((each) => [each.locationId, each]),
    );
    const alarms = Map.groupBy(await store.query('openLimitAlarms', {}), ({ locationId }) => locationId);
    const empty = { waiting: 0, longestMs: 0, averageWaitSeconds: null, serving: 0 };
    return {
      at,
      branches: worstFirst(
        locations.map((locationId) => ({
          ...(found.get(locationId) ?? { locationId, ...empty }),
          alarms: alarms.get(locationId)?.length ?? 0,
        })),
      ),
    };
  }

  return {
    read() {
      const now = clock.now();
      // A clock that was set back must not keep what is old.
      if (last !== null && now - last.at < FRESH_MS && now >= last.at) return last.done;
      const begun = { at: now, done: look(now) };
      last = begun;
      // Whoever asks next tries again.
      begun.done.catch(() => {
        if (last === begun) last = null;
      });
      return begun.done;
    },
  };
}
