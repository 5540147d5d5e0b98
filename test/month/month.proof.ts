/**
 * Five weeks of a town hall with three branches in three zones, two of which change their clocks meanwhile: some 20,000 tickets
 * through the interface, every figure laid beside what people saw. Recorded randomness: `MONTH_SEED` plays another one.
 */
import { expect, it } from 'vitest';
import { errorOf } from '../helpers/waits/try-rules.ts';
import { judgeMonth } from './judged-month.ts';

const SEED = Number(process.env.MONTH_SEED ?? 20_261_004);
const FIRST = '2026-09-28';
const DAYS = 35;

it('every figure of five weeks is what people saw, and waits are told well', async () => {
  const { ledger, looks, waits } = await judgeMonth(SEED, FIRST, DAYS);
  const { meanError, near, bias, count } = errorOf(waits);
  const told = `waits told: ${count}, mean error ${meanError.toFixed(1)} min, near ${Math.round(near * 100)} %, bias ${bias.toFixed(1)} min`;
  process.stdout.write(`${ledger.tickets.length} tickets, ${ledger.calls.length} calls, ${looks} looks; ${told}\n`);
  expect(looks).toBeGreaterThan(700);
  expect(count).toBeGreaterThan(ledger.tickets.length * 0.7);
  // As `docs/waits.md` has it of one branch by the rule alone.
  expect(meanError).toBeLessThan(8);
  expect(near).toBeGreaterThan(0.6);
  expect(Math.abs(bias)).toBeLessThan(2);
});
