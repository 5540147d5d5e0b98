/** Comparison of all branches: a manually calculated morning, permissions, and store queries. */
import { afterEach, expect, it } from 'vitest';
import type { BranchesAnswer, ComparisonAnswer } from '../../main/reports/contract/rest/branches.ts';
import type { Store } from '../../main/store/contract/store.ts';
import { type LockedTown, lockedSite, openLockedTown, passwordOf } from '../helpers/locked-town.ts';
import { openTown, type Town } from '../helpers/town.ts';
import { townSite } from '../helpers/town-site.ts';

let town: Town;
afterEach(() => town.close());

const ask = async <Answer>(path: string): Promise<Answer> =>
  (await (await fetch(`${town.address}/restapi/v2/reports/${path}`)).json()) as Answer;
const at = (time: string): void => town.clock.set(`2026-11-20T${time}Z`);

it('reports the state of each location, the worst first, and queries the store once in five seconds', async () => {
  let asked = 0;
  const counting = (store: Store): Store => ({
    ...store,
    report(name, input, asking) {
      if (name === 'branches') asked += 1;
      return store.report(name, input, asking);
    },
  });
  town = await openTown({ at: '2026-11-20T09:00:00Z', wrapStore: counting });
  await town.createTicket('Passports');
  at('09:02:00');
  await town.createTicket('Taxes');
  at('09:10:00'); // Passports has waited ten minutes
  await town.callNext('Desk 1', ['Passports']);
  at('09:12:00');
  await town.createTicket('Blood tests');
  at('09:20:00');
  const { at: when, branches } = await ask<BranchesAnswer>('locations');
  expect(when).toBe('2026-11-20T09:20:00.000Z');
  expect(branches).toEqual([
    // A visitor has waited for eight minutes, and no desk serves.
    {
      id: 'clinic',
      name: 'Clinic',
      city: '',
      region: '',
      timezone: 'Europe/Madrid',
      state: 'unserved',
      waiting: 1,
      longest_wait: 480,
      average_wait: -1,
      serving: 0,
      desks: 1,
      alarms: 0,
    },
    // Taxes has waited since 09:02.
    {
      id: 'hall',
      name: 'Town Hall',
      city: 'Pontalva',
      region: '',
      timezone: 'Europe/Lisbon',
      state: 'busy',
      waiting: 1,
      longest_wait: 1080,
      average_wait: 600,
      serving: 1,
      desks: 2,
      alarms: 0,
    },
  ]);
  await Promise.all([ask('locations'), ask('locations')]);
  expect(asked).toBe(1);
  town.clock.advance(5_000);
  await ask('locations');
  expect(asked).toBe(2);
  // A new business day: remaining tickets do not wait any more.
  town.clock.set('2026-11-21T09:00:00Z');
  await town.createTicket('Passports');
  expect((await ask<BranchesAnswer>('locations')).branches.find(({ id }) => id === 'hall')).toMatchObject({
    waiting: 1,
    longest_wait: 0,
    average_wait: -1,
  });
});

it('lists a location that is switched off only on request', async () => {
  const site = townSite();
  town = await openTown({
    site: { ...site, locations: [...[site.locations].flat(), { id: 'old', name: 'Old', state: 0 }] },
  });
  const named = async (query: string): Promise<readonly string[]> =>
    (await ask<BranchesAnswer>(`locations${query}`)).branches.map(({ id }) => id).toSorted();
  expect(await named('')).toEqual(['clinic', 'hall']);
  expect(await named('?closed=true')).toEqual(['clinic', 'hall', 'old']);
});

it('compares a period with an equally long one before, to the second', async () => {
  town = await openTown({ at: '2026-11-19T09:00:00Z' });
  const visit = async (day: string, minutes: number): Promise<void> => {
    town.clock.set(`${day}T09:00:00Z`);
    await town.createTicket('Passports');
    town.clock.advance(minutes * 60_000);
    const call = await town.callNext('Desk 1', ['Passports']);
    town.clock.advance(120_000);
    await town.conclude('endcall', call.id);
  };
  await visit('2026-11-19', 5);
  await visit('2026-11-20', 11);
  town.clock.set('2026-11-20T10:00:00Z');
  await town.createTicket('Passports');
  const { branches } = await ask<ComparisonAnswer>('comparison?locations[]=hall&from=2026-11-20&to=2026-11-20');
  expect(branches).toMatchObject([
    {
      id: 'hall',
      from: '2026-11-20',
      now: { issued: 2, served: 1, no_shows: 0, waiting_count: 1, waiting_mean: 660, service_mean: 120 },
      before_from: '2026-11-19',
      before_to: '2026-11-19',
      before: { issued: 1, served: 1, waiting_mean: 300 },
    },
  ]);
  expect(await ask('comparison?locations[]=nowhere')).toMatchObject({ errno: 6, parameter: 'locations' });
  expect(await ask('comparison?from=2026-11-21&to=2026-11-20')).toMatchObject({ errno: 5, parameter: 'from' });
});

it('shows a manager only their locations, and none to users without the role', async () => {
  const given = lockedSite();
  const boss = {
    id: 'boss',
    username: 'boss',
    password: passwordOf('boss'),
    roles: ['reports_view'],
    locations: ['clinic'],
  };
  const locked: LockedTown = await openLockedTown({ site: { ...given, users: [...(given.users as object[]), boss] } });
  town = locked;
  const [key, nobody] = [await locked.keyOf('boss'), await locked.keyOf('nobody')];
  const get = async (path: string, who: string) => (await locked.ask('GET', `/restapi/v2/reports/${path}`, who)).body;
  expect((await get('locations', key)).branches.map(({ id }: { id: string }) => id)).toEqual(['clinic']);
  expect((await get('comparison', key)).branches.map(({ id }: { id: string }) => id)).toEqual(['clinic']);
  expect(await get('comparison?locations[]=hall', key)).toMatchObject({ errno: 105 });
  expect(await get('locations', nobody)).toMatchObject({ errno: 104 });
});
