import { join } from 'node:path';
import { vi } from 'vitest';
import { type Clock, silentLog } from '../../main/lib/context.ts';
import { openSiteHolder, type SiteHolder } from '../../main/site/service/site-holder.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openSqliteStore } from '../../main/store/sqlite/open-sqlite-store.ts';
import { turnedClock } from './turned-clock.ts';

const HOUR_MS = 3_600_000;

export interface TurnedStore {
  readonly clock: Clock;
  /** The same clock for timers that `pass` does not wait for. */
  readonly besides: Clock;
  readonly store: Store;
  readonly site: SiteHolder;
  /** Advances hour by hour and waits for the work of each hour. */
  pass(hours: number): Promise<void>;
  /** Advances at once, as after a power failure or a change of the system clock. */
  jump(ms: number): Promise<void>;
}

/** Opens the store and site in a folder with a test clock. */
export async function openTurnedStore(folder: string, at: string): Promise<TurnedStore> {
  const turned = turnedClock(at);
  let planned = 0;
  const clock: Clock = {
    now: turned.now,
    after(ms, callback) {
      planned += 1;
      return turned.after(ms, callback);
    },
  };
  const store = await openSqliteStore({ file: join(folder, 'queue.db'), log: silentLog, clock });
  const site = await openSiteHolder(store);

  /** Work that is done schedules its next run. */
  async function jump(ms: number): Promise<void> {
    const before = planned;
    turned.advance(ms);
    await vi.waitUntil(() => planned > before, { timeout: 30_000, interval: 2 });
  }
  return {
    clock,
    besides: turned,
    store,
    site,
    jump,
    async pass(hours) {
      for (let hour = 0; hour < hours; hour += 1) await jump(HOUR_MS);
    },
  };
}
