/**
 * Repeated server outages in a hall with three kiosks, of which some are killed: `npm run test:slow -- server-outages`.
 * `PROVE_SEED` repeats a run.
 */
import { it } from 'vitest';
import { playMorning } from './play-morning.ts';

const SEED = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);

it(`all visitors receive a ticket and are called once, in order, through twelve server outages (PROVE_SEED=${SEED})`, async () => {
  await playMorning({ seed: SEED, visitors: 200, outages: 12, without: 12, kiosksDie: true });
}, 900_000);
