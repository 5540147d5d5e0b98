/** Compiled code that the built program keeps for its next start. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startProgramChild } from '../helpers/program-child.ts';

it('is written as soon as the program answers, because programs are also killed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = startProgramChild([], { NODE_COMPILE_CACHE: folder });
  await program.ready;
  await expect.poll(() => readdirSync(folder, { recursive: true }).length).toBeGreaterThan(10);
});
