/** The kiosk's Debian package, made by its own recipe around a runtime that stands in for Electron's and really runs the program. */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FUSE_SENTINEL, FUSES_OF_A_NEW_RUNTIME, ROOT, stubRuntime } from '../../electron/stub-runtime.ts';

/** The fuses stand behind the end of it, where the recipe finds and sets them. */
const START = `#!/bin/sh
home=$(dirname "$(readlink -f "$0")")
exec "$home/stub/node" "$home/stub/packaging/stub-electron/runtime.ts" "$home/take-a-number" "$@"
exit
`;

function runtime(folder: string): void {
  stubRuntime(folder);
  const fuses = [Buffer.from(FUSE_SENTINEL), Buffer.of(1, FUSES_OF_A_NEW_RUNTIME.length), FUSES_OF_A_NEW_RUNTIME];
  writeFileSync(join(folder, 'electron'), Buffer.concat([START, ...fuses, '\n'].map((each) => Buffer.from(each))));
  chmodSync(join(folder, 'electron'), 0o755);
  const stub = join(folder, 'stub');
  for (const each of ['packaging/stub-electron/runtime.ts', 'electron/stand-in'])
    cpSync(join(ROOT, 'test', each), join(stub, each), { recursive: true });
  cpSync(join(ROOT, 'node_modules/playwright-core'), join(stub, 'node_modules/playwright-core'), { recursive: true });
  cpSync(realpathSync(process.execPath), join(stub, 'node'));
  writeFileSync(join(stub, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** Path of the package that was made below this folder. */
export async function makeKioskPackage(folder: string): Promise<string> {
  mkdirSync(join(folder, 'runtime'));
  runtime(join(folder, 'runtime'));
  const cli = join(ROOT, 'node_modules/electron-builder/cli.js');
  const out = join(folder, 'out');
  const how = [`-c.electronDist=${join(folder, 'runtime')}`, `-c.directories.output=${out}`];
  await promisify(execFile)(process.execPath, [cli, '--linux', 'deb', '--x64', '--publish', 'never', ...how], {
    cwd: ROOT,
    env: { ...process.env, CUSTOM_FPM_PATH: join(ROOT, 'packaging/dpkg-for-fpm.mjs'), DEB_PACKED: 'soon' },
    maxBuffer: 1 << 26,
  });
  const file = readdirSync(out).find((name) => name.endsWith('.deb'));
  if (file === undefined) throw new Error(`There is no package in ${out}.`);
  return join(out, file);
}
