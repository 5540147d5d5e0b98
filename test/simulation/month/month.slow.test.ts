/**
 * Five simulated weeks of a town hall with three branches in three time zones, two of them with a DST change.
 *
 * Some 20,000 tickets by REST; every report is compared with the simulation. `MONTH_SEED` sets another random seed.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorOf } from '../../helpers/waits/try-rules.ts';
import { judgeMonth } from './judged-month.ts';

const DOCUMENTED_SEED = 20_261_004;
const SEED = Number(process.env.MONTH_SEED ?? DOCUMENTED_SEED);
const MINUTES_MS = 60_000;
const FIRST = '2026-09-28';
const DAYS = 35;

it('five weeks of reports and alerts equal the simulation, and wait times are as accurate as documented', {
  timeout: 60 * MINUTES_MS,
}, async () => {
  const { ledger, looks, waits, alarms } = await judgeMonth(SEED, FIRST, DAYS);
  const { meanError, near, bias, count } = errorOf(waits);
  const told = `waits told: ${count}, mean error ${meanError.toFixed(1)} min, near ${Math.round(near * 100)} %, bias ${bias.toFixed(1)} min`;
  const kinds = [...Map.groupBy(alarms, ({ kind, service_id }) => `${kind}${service_id === '' ? ' of all' : ''}`)]
    .map(([kind, { length }]) => `${kind} ${length}`)
    .sort();
  process.stdout.write(`${ledger.tickets.length} tickets, ${ledger.calls.length} calls, ${looks} looks; ${told}\n`);
  process.stdout.write(`${alarms.length} alarms: ${kinds.join(', ')}; ${ledger.breaks.length} breaks\n`);
  expect(looks).toBeGreaterThan(700);
  expect(count).toBeGreaterThan(ledger.tickets.length * 0.7);
  // As in `docs/explanation/wait-times.md` for one branch with the rule only.
  expect(meanError).toBeLessThan(8);
  expect(near).toBeGreaterThan(0.6);
  expect(Math.abs(bias)).toBeLessThan(2);
  // Each kind, of a branch as a whole and of a service.
  expect(new Set(alarms.map(({ kind, service_id }) => `${kind} ${service_id === ''}`)).size).toBe(10);
  if (SEED !== DOCUMENTED_SEED) return;
  const english = new Intl.NumberFormat('en');
  const figures = `${english.format(count)} of ${english.format(ledger.tickets.length)} visitors got an estimate. Its mean error was ${meanError.toFixed(1)} minutes, and its bias ${Math.abs(bias).toFixed(1)} minutes too ${bias < 0 ? 'short' : 'long'}.`;
  expect(readFileSync('docs/explanation/wait-times.md', 'utf8')).toContain(figures);
});
