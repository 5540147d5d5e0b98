/** Generated parts of the documents: they equal what the generator writes. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

it('are up to date; `npm run docs:generate` writes them', () => {
  const run = spawnSync(process.execPath, ['scripts/write-docs.mjs', '--check'], { cwd: ROOT, encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
});
