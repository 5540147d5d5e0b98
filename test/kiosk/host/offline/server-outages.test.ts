/** Server outage during a morning with three kiosks. */
import { it } from 'vitest';
import { playMorning } from './play-morning.ts';

/** `npm run test:slow -- server-outages` simulates longer mornings. */
it('all visitors receive a ticket and are called once, in order, through a server outage', async () => {
  await playMorning({ seed: 1, visitors: 8, outages: 1, without: 6, kiosksDie: false });
});
