// npm run systems: installs what the lockfile says for each promised system into an empty folder, as npm would there, and
// looks whether everything that only that system can run has come. Needs the registry, and about 1 GB for a moment.
// Names of systems may follow: npm run systems -- "win32 x64"
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingNatives } from './lib/installed-natives.mjs';
import { npmCommand } from './lib/npm.mjs';
import { ROOT, run } from './lib/prepare.mjs';
import { SYSTEMS } from './lib/systems.mjs';

// Install scripts are for the machine that they run on, and this is another one.
const OPTIONS = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

async function install(folder, { os, cpu, libc }) {
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(ROOT, name), join(folder, name));
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])];
  const { command, first, shell } = npmCommand();
  await run(command, [...first, 'ci', ...system, ...OPTIONS], { cwd: folder, shell });
}

async function trySystem(system) {
  const folder = mkdtempSync(join(tmpdir(), 'take-a-number-system-'));
  try {
    await install(folder, system);
    return missingNatives(join(folder, 'node_modules'), system);
  } catch (error) {
    return [error.message];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !SYSTEMS.some((system) => system.name === name));
if (unknown.length > 0) {
  console.error(`Unknown system: ${unknown.join(', ')}. Available: ${SYSTEMS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
for (const system of SYSTEMS.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  const missing = await trySystem(system);
  console.log(`${system.name}: ${missing.length === 0 ? 'all there' : `missing ${missing.join(', ')}`}`);
  if (missing.length > 0) process.exitCode = 1;
}
