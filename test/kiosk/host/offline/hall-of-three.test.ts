/** The server is pulled out in the middle of a morning with three kiosks, and put back. */
import { it } from 'vitest';
import { playMorning } from './hall-of-three.ts';

/** `npm run test:slow -- hall-of-three` plays longer ones. */
it('everybody gets a number and is called in turn, once', async () => {
  await playMorning({ seed: 1, visitors: 8, outages: 1, without: 6, kiosksDie: false });
});
