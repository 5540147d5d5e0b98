/** Server faults of every kind during all requests of a kiosk: `npm run test:slow -- server-faults`. */
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ALL_ASKED, FAULTS, play } from './server-faults.ts';
import { World } from './world-of-faults.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

describe.each(FAULTS)('a server that $name', (fault) => {
  it('loses no ticket, duplicates none and shows correct messages', async () => {
    for (const asked of ALL_ASKED) await play(world, fault, asked);
  });
});
