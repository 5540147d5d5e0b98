/**
 * The server is pulled out of a hall with three kiosks again and again, and kiosks are killed meanwhile: `npm run test:slow --
 * hall-of-three`. `PROVE_SEED` repeats a run.
 */
import { it } from 'vitest';
import { playMorning } from './hall-of-three.ts';

const SEED = Number(process.env.PROVE_SEED ?? Date.now() % 1_000_000);

it(`everybody gets a number and is called in turn, once, through twelve outages (PROVE_SEED=${SEED})`, async () => {
  await playMorning({ seed: SEED, visitors: 200, outages: 12, without: 12, kiosksDie: true });
}, 900_000);
