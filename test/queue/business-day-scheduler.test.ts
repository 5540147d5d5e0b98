import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silentLog } from '../../main/lib/context.ts';
import { type DayClock, startDayClock } from '../../main/queue/service/business-day-scheduler.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { openTown, type Town } from '../helpers/town.ts';

let town: Town;
let days: DayClock;
beforeEach(async () => {
  town = await openTown({ at: '2026-11-20T23:50:00Z' });
});
afterEach(async () => {
  await days.close();
  await town.close();
});

const HOUR_MS = 3_600_000;

describe('the business day scheduler', () => {
  it('starts the business day at the reset time of each location, and ends waiting tickets', async () => {
    days = startDayClock({ store: town.store, site: town.site, clock: town.clock, log: silentLog });
    await days.started;
    await town.createTicket('Passports');
    await town.createTicket('Blood tests');
    town.clock.advance(11 * 60_000);
    await vi.waitFor(async () => expect(await town.waiting('Passports')).toEqual([]), { timeout: 30_000 });
    expect(await town.waiting('Blood tests')).toHaveLength(1);
    town.clock.advance(3 * HOUR_MS);
    await vi.waitFor(async () => expect(await town.waiting('Blood tests')).toEqual([]), { timeout: 30_000 });
    expect((await town.createTicket('Passports')).ticket.number).toBe('1');
  });

  it('retries a business day that could not start', async () => {
    let failing = true;
    const run: Store['run'] = (...request) =>
      failing ? Promise.reject(new Error('away')) : town.store.run(...request);
    const began: unknown[] = [];
    const log = { ...silentLog, info: (event: string, data?: unknown) => began.push([event, data]) };
    days = startDayClock({ store: { ...town.store, run }, site: town.site, clock: town.clock, log });
    await days.started;
    expect(began).toEqual([]);
    failing = false;
    town.clock.advance(10_000);
    await vi.waitFor(() => expect(began).toHaveLength(2), { timeout: 30_000 });
  });
});
