/** Business day that cannot start at one location, and the other locations. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { startDayClock } from '../../main/queue/service/business-day-scheduler.ts';
import { inOpenDays } from '../../main/queue/service/business-days.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown, type Town } from '../helpers/town.ts';

const SLOW = 'town-0';
const PLACES = 200;

let town: Town;
beforeEach(async () => {
  town = await openTown({ at: '2026-11-20T12:00:00Z' });
  const locations = Array.from({ length: PLACES }, (_, place) => ({
    id: `town-${place}`,
    name: `Town ${place}`,
    timezone: 'Europe/Lisbon',
  }));
  const services = locations.map(({ id }) => ({ id: `service-${id}`, name: 'Taxes', location: id, tag: 'A' }));
  const loaded = await town.site.load({ locations, services, desks: [], users: [], devices: [] });
  expect(loaded.ok).toBe(true);
});
afterEach(() => town.close());

/** Store in which the business day of one location starts only on demand, or never. */
function storeWithSlowPlace(): { store: Store; asked: Set<string>; most(): number; let(): void; refuse(): void } {
  const asked = new Set<string>();
  const slow = Promise.withResolvers<void>();
  slow.promise.catch(() => {});
  let running = 0;
  let most = 0;
  const run: Store['run'] = async (operation, input, options) => {
    if (operation !== 'startDay') return town.store.run(operation, input, options);
    const { locationId } = input as { readonly locationId: string };
    asked.add(locationId);
    running += 1;
    most = Math.max(most, running);
    try {
      if (locationId === SLOW) await slow.promise;
      return await town.store.run(operation, input, options);
    } finally {
      running -= 1;
    }
  };
  const { site, clock } = town;
  const store = inOpenDays({ store: { ...town.store, run }, site, clock });
  return { store, asked, most: () => most, let: slow.resolve, refuse: () => slow.reject(new Error('away')) };
}

const queueOf = (store: Store, place: string): Promise<unknown> =>
  store.query('lastCalls', { locationId: place, limit: 10 });

describe('a business day that cannot start at one location', () => {
  it('delays only requests for that location or for all locations', async () => {
    const { store, asked, most, let: letBegin } = storeWithSlowPlace();
    const settled: string[] = [];
    const slow = queueOf(store, SLOW).then(() => settled.push(SLOW));
    const all = store.query('ticket', { ticketId: 'nobody' }).then(() => settled.push('all'));
    // A request starts the last location before its turn.
    await queueOf(store, `town-${PLACES - 1}`);
    await queueOf(store, 'town-7');
    await vi.waitUntil(() => asked.size === town.site.current().locations.length, { timeout: 30_000 });
    expect(settled).toEqual([]);
    letBegin();
    await Promise.all([slow, all]);
    // One location out of turn, in addition to the regular ones.
    expect(most()).toBeLessThanOrEqual(18);
  });

  it('does not start further business days while the scheduler closes', async () => {
    const asked: string[] = [];
    const stuck = Promise.withResolvers<never>();
    const run: Store['run'] = (_operation, input) => {
      asked.push((input as { readonly locationId: string }).locationId);
      return stuck.promise;
    };
    const { site, clock, store } = town;
    const logged: unknown[] = [];
    const log = { ...silentLog, warn: (event: string, data?: object) => logged.push({ event, ...data }) };
    const days = startDayClock({ store: { ...store, run }, site, clock, log });
    await vi.waitUntil(() => asked.length > 0);
    const atOnce = asked.length;
    expect(atOnce).toBeLessThan(PLACES);
    const closing = days.close();
    stuck.reject(new Error('away'));
    await closing;
    expect(asked).toHaveLength(atOnce);
    // One log line per location, none for the job.
    expect(logged).toEqual(
      asked.map((location) => expect.objectContaining({ event: 'business-day.failed', location })),
    );
  });

  it('fails requests for that location, and is retried at the next request', async () => {
    const { store, refuse } = storeWithSlowPlace();
    const slow = queueOf(store, SLOW);
    await queueOf(store, 'town-1');
    refuse();
    await expect(slow).rejects.toThrow('away');
    await expect(queueOf(store, SLOW)).rejects.toThrow('away');
    await queueOf(store, 'town-2');
  });
});
