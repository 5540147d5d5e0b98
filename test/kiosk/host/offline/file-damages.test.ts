/** Damaged files of an offline kiosk: no printed ticket is lost or duplicated. All cases: the slow test. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTown, type Town } from '../../../helpers/town.ts';
import { sufferDamage } from './file-damages.ts';

let town: Town;
beforeEach(async () => {
  town = await openTown();
});
afterEach(() => town.close());

it.each([
  ['offline.jsonl', 'last lines lost', 'offline.jsonl', 'alone'],
  ['offline.jsonl', 'zeroed', 'offline.jsonl', 'with its server'],
  ['offline.jsonl', 'bit flip', 'offline.jsonl', 'with its server'],
  ['print journal', 'zeroed', 'print-journal', 'alone'],
  ['last-known.json', 'halved', 'last-known.json', 'alone'],
] as const)(
  '%s, %s: reports it to staff, and has each printed ticket in the queue once',
  async (file, damage, told, gives) => {
    expect(await sufferDamage(town, file, damage)).toEqual({ lost: [], doubled: [], told, gives });
  },
);
