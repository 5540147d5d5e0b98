/** A day of three branches, as everybody saw them; the whole month is `npm run test:slow -- month`. */
import { expect, it } from 'vitest';
import { judgeMonth } from './judged-month.ts';

it('every figure of a report, of the board and of alarms is what people saw in the hall', async () => {
  const { ledger, looks, alarms } = await judgeMonth(20_261_005, '2026-10-05', 1);
  expect(ledger.tickets.length).toBeGreaterThan(500);
  expect(looks).toBeGreaterThan(10);
  expect(new Set(ledger.calls.map(({ end }) => end)).size).toBe(4);
  expect(new Set(alarms.map(({ kind }) => kind)).size).toBe(5);
}, 600_000);
