// Copies the built server with Node and the packages that it needs, for the Debian package and the container image.
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { PreparationError } from '../scripts/lib/basics.mjs';
import { builtFolders } from '../scripts/lib/built-folders.mjs';
import { shippedPackages } from '../scripts/lib/shipped-packages.mjs';

const ROOT = dirname(import.meta.dirname);

const read = (name) => readFileSync(join(ROOT, name), 'utf8');

/** Patterns that the kiosk's installers exclude (`files` of electron-builder.yml): tests, sources, unused fonts. */
function excludedPatterns() {
  const [, files = ''] =
    /^files:\n([\s\S]*?)^\S/m.exec(read('electron-builder.yml').replaceAll(/^\s*#.*\n/gm, '')) ?? [];
  const patterns = [...files.matchAll(/^ {2}- '!(.+)'$/gm)].map(([, pattern]) => pattern);
  if (patterns.length < 20) throw new Error('electron-builder.yml has no list of excluded files in the expected form.');
  return patterns.filter((pattern) => !pattern.startsWith('dist/'));
}

/**
 * @param {string} to an empty folder; gets `node`, `package.json`, `dist`, `assets` and `node_modules`
 * @param {string} version written to its package.json
 * @throws if the program is not built
 */
export function copyServer(to, version) {
  if (!existsSync(join(ROOT, 'dist/main/serve.js')))
    throw new PreparationError('The program is not built. Run: npm run package');
  const patterns = excludedPatterns();
  // A folder is excluded if all its files are.
  const matches = (name, pattern) =>
    matchesGlob(name, pattern) || (pattern.endsWith('/**') && matchesGlob(`${name}/x`, pattern));
  const isShipped = (path) => !patterns.some((pattern) => matches(relative(ROOT, path), pattern));
  const copy = (name) => {
    mkdirSync(dirname(join(to, name)), { recursive: true });
    cpSync(join(ROOT, name), join(to, name), { recursive: true, filter: isShipped });
  };
  for (const each of [...builtFolders(ROOT), 'assets', 'LICENSE']) copy(each);
  for (const each of shippedPackages(JSON.parse(read('package-lock.json')).packages))
    if (existsSync(join(ROOT, each))) copy(each);
  const { name, description, license, type } = JSON.parse(read('package.json'));
  writeFileSync(
    join(to, 'package.json'),
    `${JSON.stringify({ name, version, description, license, type }, null, 2)}\n`,
    { mode: 0o644 },
  );
  cpSync(realpathSync(process.execPath), join(to, 'node'));
}
