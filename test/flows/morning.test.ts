/** The morning of forty visitors through the interface alone, without a page: it goes the same way over every database. */
import { expect, it } from 'vitest';
import { planMorning } from '../../demo/simulation/plan.ts';
import { playMorning } from '../../demo/simulation/play.ts';
import { restStage } from '../../demo/simulation/rest-stage.ts';
import { morningSite } from '../../demo/simulation/site.ts';
import { openHall } from '../../demo/simulation/waiting-room.ts';
import { NO_TARGETS } from '../../main/queue/rules/day/period.ts';
import { openTown } from '../helpers/town.ts';

/** As `test/browser/morning.test.ts` plays it. */
const SEED = 1;

it('serves everybody as the plan has it, and what the queue says agrees at every step', async () => {
  const now = new Date();
  const town = await openTown({ site: await morningSite(now), at: now.toISOString() });
  const plan = planMorning(SEED);
  const hall = openHall(plan);
  const stage = restStage(town.address, plan.clerks, SEED);
  const told: string[] = [];
  town.store.onEvents((events) => told.push(...events.map(({ type }) => type)));

  const moves = playMorning(hall, { until: async () => {}, perform: (deed) => stage.perform(deed) });
  for await (const _ of moves) {
    const waiting = hall.people().filter(({ state }) => state === 'waiting');
    // Once for each clerk who serves them.
    const queue = [...new Set((await stage.waiting()).map(({ label }) => label))];
    expect(queue.toSorted()).toEqual(waiting.map(({ label }) => label).toSorted());
  }

  const people = hall.people();
  expect(people.map(({ state }) => state).filter((state) => state !== 'gone' && state !== 'missed')).toEqual([]);
  expect(new Set(people.map(({ label }) => label)).size).toBe(40);
  const endings = Map.groupBy(people, ({ ending }) => ending);
  expect(endings.get('elsewhere')).toBeUndefined();
  const count = (type: string): number => told.filter((each) => each === type).length;
  // What another server did is heard a moment later.
  await expect.poll(() => count('ticket.created')).toBe(40);
  await expect.poll(() => count('ticket.called')).toBe(people.reduce((calls, person) => calls + person.calls, 0));
  const { total } = await town.store.report('period', {
    locationId: 'town-hall',
    from: now.getTime() - 86_400_000,
    until: now.getTime() + 86_400_000,
    rules: {
      from: '2000-01-01',
      to: '2100-01-01',
      dayRules: await town.store.query('dayRules', { locationId: 'town-hall' }),
      targets: NO_TARGETS,
      services: [],
      desks: [],
      users: [],
    },
  });
  expect(total).toMatchObject({ issued: 40, served: endings.get('served')?.length });
  await town.close();
});
