/** Two kills at chosen changes of files leave no number twice and no holder forgotten. All changes: the slow test. Needs `npm run build`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ground, groundIn, type Kill, killerIn, playLives, type Scene } from './crash-points.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-points-'));
const killer = killerIn(folder);
let ground: Ground;
beforeAll(async () => {
  if (killer !== null) ground = await groundIn(folder);
});
afterAll(async () => {
  await ground?.close();
  rmSync(folder, { recursive: true, force: true });
});

it.skipIf(killer === null).each<[Scene, Kill, Kill]>([
  ['whole', { at: 12, how: 'half' }, { at: 5, how: 'before' }],
  ['kiosk', { at: 9, how: 'half' }, { at: 5, how: 'before' }],
  ['postgres', { at: 60, how: 'after' }, { at: 30, how: 'half' }],
])('%s, killed twice', async (scene, first, second) => {
  const { faults, kills } = await playLives(killer ?? '', scene, [first, second], ground);
  expect({ faults, kills }).toEqual({ faults: [], kills: 2 });
});
