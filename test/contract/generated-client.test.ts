/** A client that nobody here wrote, made from the description alone: it compiles strictly, and plays a morning. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LockedTown, lockedSite, openLockedTown } from '../helpers/locked-town.ts';

const run = promisify(execFile);
const ROOT = new URL('../..', import.meta.url).pathname;
const PARTS = join(ROOT, 'test/contract/typed-client');
const STRICT = ['--strict', '--noEmit', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess'];
const MODULES = ['--module', 'nodenext', '--target', 'es2024', '--allowImportingTsExtensions', '--types', 'node'];
const LONG_MS = 180_000;

let town: LockedTown;
let folder: string;
beforeAll(async () => {
  town = await openLockedTown({ site: lockedSite() });
  folder = await mkdtemp(join(tmpdir(), 'take-a-number-client-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await copyFile(join(PARTS, 'morning.ts'), join(folder, 'morning.ts'));
  const description = await (await fetch(`${town.address}/restapi/openapi.json`)).text();
  await writeFile(join(folder, 'openapi.json'), description);
  const [json, types] = [join(folder, 'openapi.json'), join(folder, 'schema.d.ts')];
  await run(process.execPath, [join(PARTS, 'generate.mjs'), json, types], { timeout: LONG_MS });
}, LONG_MS);
afterAll(async () => {
  await town.close();
  await rm(folder, { recursive: true, force: true });
});

it('is typed from end to end', { timeout: LONG_MS }, async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const compiled = run(process.execPath, [tsc, ...STRICT, ...MODULES, 'morning.ts'], { cwd: folder, timeout: LONG_MS });
  await expect(
    compiled.catch(({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout))),
  ).resolves.toBeTruthy();
});

it('plays a morning', { timeout: LONG_MS }, async () => {
  const words = [join(folder, 'morning.ts'), town.address, 'chief', 'chief-password'];
  const { stdout } = await run(process.execPath, words, { cwd: folder, timeout: LONG_MS });
  expect(JSON.parse(stdout)).toEqual({
    locations: ['clinic', 'hall'],
    numbers: ['1', '2'],
    called: ['Rita', 'Hugo'],
    waiting: { archive: '0', passports: '0', taxes: '1', weddings: '0' },
    sentOnTo: 'taxes',
    added: true,
    issued: 2,
    served: 1,
    errno: 6,
  });
});
