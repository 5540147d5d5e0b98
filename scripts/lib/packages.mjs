// The packages of the lockfile: installed when they are not there, without asking any clock or network when they are.
//
// What building and running need stands in package.json as dependencies, what tests, benches and packaging need besides as
// devDependencies: the tools. A start leaves these alone, those who need them have them added to what is there.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NOTES, ROOT, runQuietly, say, textOf } from './basics.mjs';
import { npmCommand, npmPatience } from './npm.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
/** What npm notes of what it installed. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
/** What we note: which optional packages npm has left out with this lockfile on this system. */
const MARK = join(ROOT, 'node_modules', '.take-a-number');

/** There while npm works: one that was broken off leaves packages that look whole to it, and are not. */
const UNFINISHED = join(NOTES, 'installing');

/** Made for this system by name: a native part that nothing else stands in for. Systems with musl are not promised. */
function isMadeFor({ os, cpu, libc }, { platform, arch }) {
  return os?.includes(platform) === true && cpu?.includes(arch) === true && libc?.includes('musl') !== true;
}

/**
 * Paths of the packages that are to be there and are not, as the lockfile names them. An optional package must be there
 * only when it is made for this system by name.
 *
 * @param locked `packages` of the lockfile
 * @param installed `packages` of `node_modules/.package-lock.json`
 * @param {{ platform: string, arch: string, tools?: boolean, isThere?: (path: string, isNative: boolean) => boolean }}
 *   here `tools`: whether the tools are wanted too; `isThere`: whether a package that npm has noted is still there, if it is
 *   native with what only this system can run
 */
export function missingPackages(locked, installed, { platform, arch, tools = true, isThere = () => true }) {
  const isMissing = ([path, wanted]) => {
    if (path === '' || wanted.link || (wanted.dev === true && !tools)) return false;
    const found = installed[path];
    if (found !== undefined)
      return (
        found.version !== wanted.version ||
        found.integrity !== wanted.integrity ||
        !isThere(path, isMadeFor(wanted, { platform, arch }))
      );
    return (wanted.optional !== true && wanted.devOptional !== true) || isMadeFor(wanted, { platform, arch });
  };
  return Object.entries(locked)
    .filter(isMissing)
    .map(([path]) => path);
}

/**
 * Whether a package is still there: somebody may have taken its folder away, or a deletion of all broke off; and what looks
 * for viruses likes to take away programs and libraries alone.
 */
function isStillThere(path, isNative) {
  const text = textOf(join(ROOT, path, 'package.json'));
  if (text === null || !isNative) return text !== null;
  const { main = '', bin = {} } = JSON.parse(text);
  const files = [...(main.endsWith('.node') ? [main] : []), ...(typeof bin === 'string' ? [bin] : Object.values(bin))];
  return files.every((file) => existsSync(join(ROOT, path, file)));
}

function markOf(lockfile, leftOut) {
  const sum = createHash('sha256').update(lockfile).digest('hex');
  return `${[`${process.platform} ${process.arch} ${sum}`, ...leftOut].join('\n')}\n`;
}

/** What is missing here; all of it is null where nothing is installed at all. */
function lookAround(tools) {
  const lockfile = textOf(LOCKFILE);
  if (lockfile === null) return { missing: [] };
  const text = textOf(INSTALLED);
  if (text === null) return { missing: null, hasTools: false, lockfile };
  const { packages } = JSON.parse(text);
  const here = { platform: process.platform, arch: process.arch, tools, isThere: isStillThere };
  const missing = missingPackages(JSON.parse(lockfile).packages, packages, here);
  return { missing, hasTools: Object.values(packages).some(({ dev }) => dev === true), lockfile };
}

/** npm may have left an optional package out for a reason of its own: then it is not asked at every start. */
function isLeftOut({ missing, lockfile }) {
  return textOf(MARK) === markOf(lockfile, missing);
}

const isComplete = (found) => found.missing !== null && (found.missing.length === 0 || isLeftOut(found));

/** Packages whose own scripts put their native part in place. No other package runs a script at all. */
const NEED_SCRIPTS = ['koffi', '@serialport/bindings-cpp'];

/**
 * Installs exactly what the lockfile names, from npm's cache as far as it is there: `npm ci` refuses a package.json that asks for
 * anything else. Scripts of packages do not run, but for those of the few that need it, by name.
 */
async function runNpm(hasTools) {
  const { command, first, shell } = npmCommand();
  const npm = (...args) => [...first, ...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const set = ['--include=optional', hasTools ? '--include=dev' : '--omit=dev'];
  mkdirSync(NOTES, { recursive: true });
  writeFileSync(UNFINISHED, '');
  let brokenOff = false;
  try {
    const env = { ...process.env, ...npmPatience(process.env) };
    const run = (args) => runQuietly('The packages could not be installed', command, args, { env, shell });
    await run(npm('ci', '--ignore-scripts', ...set));
    const rebuilt = NEED_SCRIPTS.filter((name) => existsSync(join(ROOT, 'node_modules', name)));
    if (rebuilt.length > 0) await run(npm('rebuild', '--ignore-scripts=false', ...rebuilt));
  } catch (error) {
    brokenOff = error.brokenOff;
    throw error;
  } finally {
    // What fails by itself, npm clears away.
    if (!brokenOff) rmSync(UNFINISHED, { force: true });
  }
}

/** Forgets that npm has left anything out: it is asked again at the next start. */
export function askAgain() {
  rmSync(MARK, { force: true });
}

/**
 * The packages of the lockfile: installed when they are not there. Tools that somebody has installed stay, whoever asks.
 *
 * @param tools whether the tools are wanted too
 */
export async function ensurePackages(whileAlone, { tools }) {
  if (isComplete(lookAround(tools)) && !existsSync(UNFINISHED)) return;
  await whileAlone(async () => {
    const before = lookAround(tools);
    if (isComplete(before) && !existsSync(UNFINISHED)) return;
    say('Installing the packages of package-lock.json …');
    // npm takes a package for whole by this file.
    for (const path of before.missing ?? []) rmSync(join(ROOT, path, 'package.json'), { force: true });
    await runNpm(tools || before.hasTools);
    const { missing, lockfile } = lookAround(tools);
    if (missing?.length > 0) writeFileSync(MARK, markOf(lockfile, missing));
  });
}

/** All packages anew, for when something in one of them is missing and nothing tells in which. */
export async function renewPackages() {
  const { hasTools } = lookAround(false);
  mkdirSync(NOTES, { recursive: true });
  writeFileSync(UNFINISHED, '');
  await runNpm(hasTools);
}
