/** The simulated month of `docs/explanation/wait-times.md`: checks its figures, or updates them with WRITE_WAITS=1. */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { drawErrors } from '../../helpers/waits/draw-errors.ts';
import { playMonth } from '../../helpers/waits/town-hall-month.ts';
import { errorOf, RULES, type Rule, type RuleError, rangeHolds, tryRules } from '../../helpers/waits/try-rules.ts';

const PAGE = 'docs/explanation/wait-times.md';
const PICTURE = 'docs/pictures/waits.svg';
const SEED = 20_261_101;
const NAMES: Readonly<Record<Rule, string>> = {
  ours: 'estimate',
  'by-service-time': 'people before × mean visit of today ÷ desks',
  'last-five': 'mean wait of the last five called',
  'day-average': 'mean wait of the day',
};

function row(rule: Rule, { meanError, near, bias }: RuleError): string {
  const sign = bias > 0 ? '+' : bias < 0 ? '−' : '';
  return `| ${NAMES[rule]} | ${meanError.toFixed(1)} min | ${Math.round(near * 100)} % | ${sign}${Math.abs(bias).toFixed(1)} min |`;
}

it('is documented, and better than each simple rule', async () => {
  const said = tryRules(playMonth(SEED, '2026-09-07', 5), 0);
  const errors = new Map(RULES.map((rule) => [rule, errorOf(said.get(rule) ?? [])]));
  const ours = errors.get('ours');
  expect(ours?.count).toBeGreaterThan(5_000);
  for (const [rule, error] of errors) {
    if (rule === 'ours') continue;
    expect(ours?.meanError).toBeLessThan(error.meanError * 0.6);
    expect(ours?.near).toBeGreaterThan(error.near + 0.15);
    expect(Math.abs(ours?.bias ?? Number.NaN)).toBeLessThan(Math.abs(error.bias));
  }
  const lines = [...errors].map(([rule, error]) => row(rule, error));
  const held = `In ${Math.round(rangeHolds(said.get('ours') ?? []) * 100)} % of ${ours?.count} visits`;
  const picture = drawErrors([...errors].map(([rule, { meanError }]) => ({ name: NAMES[rule], meanError })));
  if (process.env.WRITE_WAITS === '1') {
    const page = await readFile(PAGE, 'utf8');
    const rows = page.replace(/\| estimate \|[\s\S]*?\n\n/, `${lines.join('\n')}\n\n`);
    await writeFile(PAGE, rows.replace(/In \d+ % of \d+ visits/, held));
    await writeFile(PICTURE, picture);
  }
  const page = await readFile(PAGE, 'utf8');
  for (const line of lines) expect(page).toContain(line);
  expect(page).toContain(held);
  expect(await readFile(PICTURE, 'utf8')).toBe(picture);
});
