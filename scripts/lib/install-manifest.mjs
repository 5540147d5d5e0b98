// Installs the packages of a second manifest, apart from those of the program.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT, runQuietly, say, textOf } from './basics.mjs';
import { npmCommand, npmPatience } from './npm.mjs';

const LOCKFILE = 'package-lock.json';
/** A copy of the lockfile whose packages are installed. */
const INSTALLED = join('node_modules', '.installed-lock.json');

/**
 * Does nothing if the packages of this lockfile are installed. Install scripts do not run.
 *
 * @param {string} manifest folder of package.json and package-lock.json, from the root
 * @param {string} [to] folder that gets a copy of both and `node_modules`, from the root
 * @throws if the packages cannot be installed
 */
export async function installManifest(manifest, to = manifest) {
  const [from, folder] = [resolve(ROOT, manifest), resolve(ROOT, to)];
  const wanted = textOf(join(from, LOCKFILE));
  if (wanted === null) throw new Error(`${manifest}/${LOCKFILE} is missing.`);
  if (textOf(join(folder, INSTALLED)) === wanted) return;
  say(`Installing the packages of ${manifest}/${LOCKFILE} …`);
  mkdirSync(folder, { recursive: true });
  if (folder !== from) for (const name of ['package.json', LOCKFILE]) cpSync(join(from, name), join(folder, name));
  const { command, first, shell } = npmCommand();
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const env = { ...process.env, ...npmPatience(process.env) };
  rmSync(join(folder, INSTALLED), { force: true });
  await runQuietly(`The packages of ${manifest} could not be installed`, command, args, { cwd: folder, env, shell });
  writeFileSync(join(folder, INSTALLED), wanted);
}
