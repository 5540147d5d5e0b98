/** A site of 2,000 branches as one document: exported, and imported again, while others are served. */
import { expect, it } from 'vitest';
import { openLockedTown } from '../helpers/locked-town.ts';
import { longestTurn } from '../helpers/longest-turn.ts';

const BRANCHES = 2_000;
/** The client writes and reads the document in the same thread, which takes some 30 ms of a turn. */
const MAX_TURN_MS = 200;

/** Two services, desks and devices each. */
function branches(count: number): Record<string, readonly object[]> {
  const each = <Item>(per: number, item: (place: number, location: string) => Item): readonly Item[] =>
    Array.from({ length: count * per }, (_, place) => item(place, `branch-${Math.floor(place / per)}`));
  return {
    locations: each(1, (_place, id) => ({ id, name: id, timezone: 'Europe/Lisbon', schedule: 'Mo-Fr 09:00-17:00' })),
    services: each(2, (place, location) => ({ id: `s-${place}`, name: 'S', tag: 'AB'[place % 2], location })),
    desks: each(2, (place, location) => ({ id: `d-${place}`, name: 'D', location, services: [`s-${place}`] })),
    devices: each(2, (place, location) => ({ id: `k-${place}`, name: 'K', type: 1 + (place % 2), location })),
  };
}

it('comes in, goes out whole and comes in again', async () => {
  const town = await openLockedTown({ several: false });
  try {
    const chief = await town.keyOf('chief');
    const path = '/restapi/v2/admin/site';
    const first = await longestTurn(() => town.ask('PUT', path, chief, branches(BRANCHES)));
    expect(first.value.body).toEqual({ success: true });
    const out = await longestTurn(() => town.ask('GET', path, chief));
    const { site } = out.value.body;
    expect(site.locations.length).toBeGreaterThanOrEqual(BRANCHES);
    const again = await longestTurn(() => town.ask('PUT', path, chief, site));
    expect(again.value.body).toEqual({ success: true });
    expect([first, out, again].filter(({ cpuMs }) => cpuMs >= MAX_TURN_MS)).toEqual([]);
  } finally {
    await town.close();
  }
});
