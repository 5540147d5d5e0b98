/** Bounds of the initial state of a display. */
import { afterEach, expect, it } from 'vitest';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
afterEach(() => town.close());

it('initialstate returns at most ten thousand tickets of all services together', async () => {
  const site = townSite();
  const more = Array.from({ length: 60 }, (_, place) => ({ id: `s-${place}`, name: `S ${place}`, location: 'hall' }));
  const limits: number[] = [];
  town = await openTown({
    site: { ...site, services: [...(site.services as object[]), ...more] },
    wrapStore: (store) => ({
      ...store,
      query(...given) {
        const [name, input] = given;
        if (name === 'lastTickets') limits.push((input as { readonly limit: number }).limit);
        return store.query(...given);
      },
    }),
  });
  const ask = async (quantity_by_service: number): Promise<number> => {
    limits.length = 0;
    const wish = { location_id: 'hall', last_tickets_by_service: true, quantity_by_service };
    expect((await town.post('initialstate', wish)).status).toBe(200);
    expect(limits).toHaveLength(64);
    return limits.reduce((sum, limit) => sum + limit, 0);
  };
  expect(await ask(20)).toBe(64 * 20);
  const most = await ask(1_000);
  expect(most).toBeGreaterThan(9_900);
  expect(most).toBeLessThanOrEqual(10_000);
});
