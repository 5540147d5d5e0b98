// The npm package: the built program with the command `take-a-number`, which starts a kiosk in the browser.
//   --out FOLDER (release)
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { builtFolders } from '../scripts/lib/built-folders.mjs';
import { npmCommand } from '../scripts/lib/npm.mjs';

const ROOT = dirname(import.meta.dirname);
const COMMAND = 'scripts/npx.mjs';
/** Besides README.md and LICENSE, which npm always packs. */
const FILES = [...builtFolders(ROOT), 'assets', COMMAND, 'scripts/lib'];
/** Packages that build the program, or that the pages contain. */
const ONLY_TO_BUILD = ['vite', 'preact', '@preact/signals'];

const read = (name) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'));

/** `package.json` of the published package. That of the sources is private, to prevent accidental publishing. */
function description() {
  const { name, version, description, license, type, dependencies, optionalDependencies } = read('package.json');
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=20' },
    bin: { [name]: COMMAND },
    files: FILES,
    dependencies: Object.fromEntries(Object.entries(dependencies).filter(([each]) => !ONLY_TO_BUILD.includes(each))),
    optionalDependencies,
  };
}

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = resolve(values.out ?? join(ROOT, 'release'));
if (!existsSync(join(ROOT, 'dist/main/serve.js'))) throw new Error('The program is not built. Run: npm run release');
mkdirSync(out, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'npm-package-'));
try {
  for (const each of [...FILES, 'README.md', 'LICENSE']) {
    mkdirSync(dirname(join(folder, each)), { recursive: true });
    cpSync(join(ROOT, each), join(folder, each), { recursive: true });
  }
  const about = description();
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  const { command, first, shell } = npmCommand();
  const args = [...first, 'pack', '--silent', '--pack-destination', out];
  execFileSync(command, args, { cwd: folder, shell, stdio: ['ignore', 'ignore', 'inherit'] });
  process.stdout.write(`${join(out, `${about.name}-${about.version}.tgz`)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
