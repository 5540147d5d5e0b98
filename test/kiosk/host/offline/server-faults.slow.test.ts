/** Every way in which a server fails, in the middle of everything that a kiosk asks of it: `npm run test:slow -- server-faults`. */
import { afterEach, beforeEach, describe, it } from 'vitest';
import { ALL_ASKED, FAULTS, play } from './server-faults.ts';
import { World } from './world-of-faults.ts';

let world: World;
beforeEach(async () => {
  world = await World.open();
});
afterEach(() => world.close());

describe.each(FAULTS)('a server that $name', (fault) => {
  it('loses nobody, has nobody twice and tells the truth', async () => {
    for (const asked of ALL_ASKED) await play(world, fault, asked);
  });
});
