/** A short run of the fuzzer; `npm run fuzz` is the long one. */
import { expect, it } from 'vitest';
import { IS_WHOLE } from '../helpers/whole.ts';
import { ATTACKS } from './attacks.ts';
import { overBounds } from './bounds.ts';
import { fuzz } from './fuzz.ts';

const COUNT = IS_WHOLE ? 2000 : 600;

it('responds correctly to random requests', async () => {
  const report = await fuzz({ seed: 2026, count: COUNT });
  expect(report.failures.map(({ number, fault, bytes }) => `${number}: ${fault}: ${bytes.toString('latin1')}`)).toEqual(
    [],
  );
  expect(report.serverFaults).toEqual([]);
  expect(report.brokenInvariants).toEqual([]);
  expect(report.leftConnections).toBe(0);
  expect(overBounds('a request', report.measured)).toEqual([]);
  // Random requests must include successful ones, and ones that are refused for many reasons.
  expect(report.outcomes.get('200')).toBeGreaterThan(COUNT / 20);
  expect(report.outcomes.size).toBeGreaterThan(12);
  // Withdrawals and corrections are checked only if they occur.
  for (const operation of ['undo', 'continuevisit', 'requeueticket', 'removeticket', 'changeticket']) {
    expect(report.successes.get(operation), operation).toBeGreaterThan(0);
  }
}, 600_000);

it('delays no request and needs little memory during past attacks, with callers of many kinds', async () => {
  const count = COUNT / 2;
  const report = await fuzz({ seed: 2027, count, asksForKeys: true });
  expect(report.attacks.map(({ name }) => name)).toEqual(ATTACKS.map(({ name }) => name));
  expect(report.attacks.flatMap((attack) => overBounds(attack.name, attack))).toEqual([]);
  expect(overBounds('a request', report.measured)).toEqual([]);
  expect(report.failures.map(({ number, fault, bytes }) => `${number}: ${fault}: ${bytes.toString('latin1')}`)).toEqual(
    [],
  );
  expect(report.serverFaults).toEqual([]);
  expect(report.brokenInvariants).toEqual([]);
  expect(report.leftConnections).toBe(0);
  // Callers with and without permission.
  expect(report.outcomes.get('200')).toBeGreaterThan(count / 100);
  expect(report.outcomes.get('403 errno 104')).toBeGreaterThan(count / 20);
}, 1_500_000);
