// The packages of the lockfile: installed when they are not there, without asking any clock or network when they are.
import { createHash } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runQuietly, say, textOf } from './basics.mjs';
import { npmCommand } from './npm.mjs';

const LOCKFILE = join(ROOT, 'package-lock.json');
/** What npm notes of what it installed. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
/** What we note: with this lockfile, on this system, npm has done what it can. */
const MARK = join(ROOT, 'node_modules', '.take-a-number');

/** Made for this system by name: a native part that nothing else stands in for. Systems with musl are not promised. */
function isMadeFor({ os, cpu, libc }, { platform, arch }) {
  return os?.includes(platform) === true && cpu?.includes(arch) === true && libc?.includes('musl') !== true;
}

/**
 * Whether what is installed is what the lockfile names, for this system. An optional package must be there only when it
 * is made for this system by name; npm may have left it out for a reason of its own, see the mark.
 *
 * @param locked `packages` of the lockfile
 * @param installed `packages` of `node_modules/.package-lock.json`
 */
export function isInstalled(locked, installed, system) {
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true;
    const found = installed[path];
    if (found !== undefined) return found.version === wanted.version && found.integrity === wanted.integrity;
    return (wanted.optional === true || wanted.devOptional === true) && !isMadeFor(wanted, system);
  });
}

function markOf(lockfile) {
  return `${process.platform} ${process.arch} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
}

function areThere() {
  const lockfile = textOf(LOCKFILE);
  const installed = textOf(INSTALLED);
  if (lockfile === null || installed === null) return lockfile === null;
  if (textOf(MARK) === markOf(lockfile)) return true;
  const locked = JSON.parse(lockfile).packages;
  if (!isInstalled(locked, JSON.parse(installed).packages, process)) return false;
  return Object.keys(JSON.parse(installed).packages).every((path) => existsSync(join(ROOT, path)));
}

/** How long npm waits for an answer, and how often it asks again, unless somebody has set it otherwise. */
function patience(env) {
  const wanted = {
    npm_config_fetch_timeout: '60000',
    npm_config_fetch_retries: '1',
    npm_config_fetch_retry_mintimeout: '2000',
  };
  return Object.fromEntries(Object.entries(wanted).filter(([name]) => env[name] === undefined));
}

/**
 * The packages of the lockfile: installed when they are not there. Not by `npm ci`, which would
 * fetch all of them again for the sake of one. The tools that build are among them, so they come in production too.
 */
export async function ensurePackages(whileAlone) {
  if (areThere()) return;
  await whileAlone(async () => {
    if (areThere()) return;
    say('Installing the packages of package-lock.json …');
    const args = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--include=dev',
      '--include=optional',
      '--loglevel=error',
    ];
    const { command, first, shell } = npmCommand();
    const env = { ...process.env, ...patience(process.env) };
    await runQuietly('The packages could not be installed', command, [...first, ...args], { env, shell });
    writeFileSync(MARK, markOf(textOf(LOCKFILE)));
  });
}
