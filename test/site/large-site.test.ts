/** A site of 2,000 branches as one document: exported, and imported again, while others are served. */
import { expect, it } from 'vitest';
import { openLockedTown } from '../helpers/locked-town.ts';
import { longestTurn } from '../helpers/longest-turn.ts';

const BRANCHES = 2_000;
/** Twice what any request may take: the client sends and receives in the same thread. */
const MAX_TURN_MS = 100;

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

it('can be imported, exported completely and imported again', async () => {
  const town = await openLockedTown({ several: false });
  try {
    const chief = await town.keyOf('chief');
    const send = (method: string, body?: string) =>
      longestTurn(async () => {
        const headers = { authorization: `Bearer ${chief}`, 'content-type': 'application/json' };
        const response = await fetch(`${town.address}/restapi/v2/admin/site`, {
          method,
          headers,
          ...(body === undefined ? {} : { body }),
        });
        const pieces: Uint8Array[] = [];
        for await (const piece of response.body ?? []) pieces.push(piece);
        return pieces;
      });
    const read = (pieces: readonly Uint8Array[]) => JSON.parse(Buffer.concat(pieces).toString());
    const first = await send('PUT', JSON.stringify(branches(BRANCHES)));
    expect(read(first.value)).toEqual({ success: true });
    const out = await send('GET');
    const { site } = read(out.value);
    expect(site.locations.length).toBeGreaterThanOrEqual(BRANCHES);
    const again = await send('PUT', JSON.stringify(site));
    expect(read(again.value)).toEqual({ success: true });
    const others = await send(
      'PUT',
      JSON.stringify({ ...site, devices: site.devices.map((one: object) => ({ ...one, name: 'L' })) }),
    );
    expect(read(others.value)).toEqual({ success: true });
    expect(
      [first, out, again, others].map(({ cpuMs }) => ({ cpuMs })).filter(({ cpuMs }) => cpuMs >= MAX_TURN_MS),
    ).toEqual([]);
  } finally {
    await town.close();
  }
});
