/** The pairing file, and reports about a damaged one. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { keepPairing, readKeptPairing } from '../../main/app/pairing-store.ts';

const AT = { server: 'http://queue.example:8080', device: null };
const PAIRED = { device: 'kiosk-1', key: 'a-key' };

it.each<[string, (text: string) => string]>([
  ['empty', () => ''],
  ['halved', (text) => text.slice(0, text.length / 2)],
  ['of zeros', (text) => '\0'.repeat(text.length)],
])('reports one that is %s, and not one that never existed', async (_, damage) => {
  const dir = await mkdtemp(join(tmpdir(), 'kept-pairing-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const told: string[] = [];
  const read = () => readKeptPairing(dir, AT, (file) => void told.push(file));
  expect(await read()).toBeNull();
  await keepPairing(dir, AT.server, PAIRED);
  expect([await read(), told]).toEqual([PAIRED, []]);
  const file = join(dir, 'paired-kiosk.json');
  await writeFile(file, damage(await readFile(file, 'utf8')));
  expect([await read(), told]).toEqual([null, [file]]);
});
