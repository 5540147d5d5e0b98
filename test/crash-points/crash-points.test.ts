/** Two kills at chosen changes of files leave no number twice and no holder forgotten. All changes: the proof. Needs `npm run build`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Kill, killerIn, playLives, type Scene, usedFolder } from './crash-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-points-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const killer = killerIn(folder);

it.skipIf(killer === null).each<[Scene, Kill, Kill]>([
  ['whole', { at: 12, how: 'half' }, { at: 5, how: 'before' }],
  ['kiosk', { at: 9, how: 'half' }, { at: 5, how: 'before' }],
])('%s, killed twice', async (scene, first, second) => {
  const template = scene === 'whole' ? await usedFolder(folder) : undefined;
  const { faults, kills } = await playLives(killer ?? '', scene, [first, second], template);
  expect({ faults, kills }).toEqual({ faults: [], kills: 2 });
});
