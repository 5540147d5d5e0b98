/**
 * Overview of all locations.
 *
 * The result is cached for some seconds and shared by all callers; each gets the locations that they can see.
 */
import type { Clock } from '../../lib/context.ts';
import type { SiteHolder } from '../../site/service/site-holder.ts';
import type { Store } from '../../store/contract/store.ts';
import { type WatchedBranch, worstFirst } from '../rules/branches.ts';

const FRESH_MS = 5_000;

export interface BranchBoard {
  /** Most urgent first, with the time of the data. Includes locations without a queue. */
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
      // Do not keep old data after the clock was set back.
      if (last !== null && now - last.at < FRESH_MS && now >= last.at) return last.done;
      const begun = { at: now, done: look(now) };
      last = begun;
      // The next caller retries.
      begun.done.catch(() => {
        if (last === begun) last = null;
      });
      return begun.done;
    },
  };
}
