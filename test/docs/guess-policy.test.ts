/** docs/explanation/security-model.md has the limits of the program for all that can be guessed. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  GUESS_WINDOWS,
  PANEL_PIN_POLICY,
  PASSWORD_POLICY,
  TYPED_CODES,
  WINDOW_MS,
} from '../../main/access/rules/guess-policy.ts';

const page = readFileSync(new URL('../../docs/explanation/security-model.md', import.meta.url), 'utf8');
const [section = ''] = (page.split('\n## Rate limits for guessing\n')[1] ?? '').split('\n## ');
/** Name, limit of a caller, shared limit, limit of an address without a key. */
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| name |'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .map(([, name, , own, shared, withoutKey]) => [name, own, shared, withoutKey]);

it('is one table with the numbers that apply', () => {
  expect(WINDOW_MS).toBe(60_000);
  const windows = Object.entries(GUESS_WINDOWS).map(([name, { own, shared, withoutKey }]) => [
    name,
    `${own} a minute`,
    `${shared} a minute`,
    withoutKey === null ? 'no limit' : `${withoutKey} a minute`,
  ]);
  const { pausesMs, addressBudget, budgetEveryMs, forgetMs } = PASSWORD_POLICY;
  const pauses = pausesMs.filter((ms) => ms > 0).map((ms) => ms / 1000);
  const { free, firstMs, maxMs } = PANEL_PIN_POLICY;
  expect(rows).toEqual([
    ...windows,
    ['typed code', `${TYPED_CODES.own} a minute`, 'the kiosk', 'the same'],
    [
      'password',
      `pauses from ${pauses.at(0)} to ${pauses.at(-1)} seconds, for ${forgetMs / 60_000} minutes`,
      `${addressBudget} of an address, one back every ${budgetEveryMs / 1000} seconds`,
      'the same',
    ],
    [
      'PIN',
      `${free}, then ${firstMs / 1000} seconds, twice as long each time, at most ${maxMs / 60_000} minutes`,
      'the kiosk',
      'the same',
    ],
  ]);
});
