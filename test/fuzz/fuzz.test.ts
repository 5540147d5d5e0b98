/** A short run of the fuzzer; `npm run fuzz` is the long one. */
import { expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';

it('answers 2,000 requests by chance well', async () => {
  const report = await fuzz({ seed: 2026, count: 2000 });
  expect(report.failures.map(({ number, fault, bytes }) => `${number}: ${fault}: ${bytes.toString('latin1')}`)).toEqual(
    [],
  );
  expect(report.serverFaults).toEqual([]);
  expect(report.brokenInvariants).toEqual([]);
  expect(report.leftConnections).toBe(0);
  // The dice have to throw requests that do something, and requests that are refused for many reasons.
  expect(report.outcomes.get('200')).toBeGreaterThan(100);
  expect(report.outcomes.size).toBeGreaterThan(12);
}, 180_000);
