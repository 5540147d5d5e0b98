// Debian packages that tests and benches need: installed, with a word about it, where that is possible; else one line
// that says what is needed here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { PreparationError, runQuietly, say } from './basics.mjs';

export const CHROMIUM = { file: '/usr/bin/chromium', package: 'chromium' };
/** The same engine without windows, which draws a page with half the work; where it is not, Chromium is taken. */
export const HEADLESS = { file: '/usr/lib/chromium/chromium-headless-shell', package: 'chromium-headless-shell' };
/** Gives a program a wrong clock. Tests that want it are left out where it is not. */
export const FAKETIME = { file: '/usr/bin/faketime', package: 'faketime' };
export const NGINX = { file: '/usr/sbin/nginx', package: 'nginx' };
export const CADDY = { file: '/usr/bin/caddy', package: 'caddy' };
/** Speaks at the kiosk. */
export const ESPEAK = { file: '/usr/bin/espeak-ng', package: 'espeak-ng' };
/** Reads what a PDF says to who does not see it. Tests that want it are left out where it is not. */
export const POPPLER = { file: '/usr/bin/pdfinfo', package: 'poppler-utils' };
/** Tells it how Japanese characters are said. */
export const MECAB = { file: '/usr/bin/mecab', package: 'mecab' };
export const MECAB_WORDS = { file: '/var/lib/mecab/dic/ipadic-utf8/sys.dic', package: 'mecab-ipadic-utf8' };
/** Tries the alert rules and the scrape configuration. Tests that want it are left out where it is not. */
export const PROMETHEUS = { file: '/usr/bin/promtool', package: 'prometheus' };
export const OPENSSL = { file: '/usr/bin/openssl', package: 'openssl' };
/** Clients that people have, which the interface is tried with. */
export const CURL = { file: '/usr/bin/curl', package: 'curl' };
export const PYTHON = { file: '/usr/bin/python3', package: 'python3' };
/** Pools connections to PostgreSQL. Tests that want it are skipped without it. */
export const PGBOUNCER = { file: '/usr/sbin/pgbouncer', package: 'pgbouncer' };
/** Its programs stand in a folder with the version in its name; which one does not matter. */
export const POSTGRESQL = { file: postgresProgram('initdb'), package: 'postgresql' };
export const WRK = { file: '/usr/bin/wrk', package: 'wrk' };

function postgresProgram(name) {
  const versions = '/usr/lib/postgresql';
  const files = (existsSync(versions) ? readdirSync(versions) : []).map((each) => `${versions}/${each}/bin/${name}`);
  return files.find((file) => existsSync(file)) ?? `${versions}/15/bin/${name}`;
}

/**
 * What has to be done before anything else: nothing, `install` these packages and those that are only `nice` (with
 * `sudo` or without), or tell the person `needs`.
 *
 * @param machine `platform`; `missing`: names of packages; `nice`: names of those that are only taken along; `hasApt`,
 *   `isRoot`, `maySudo`: of this machine
 */
export function planPackages({ platform, missing, nice, hasApt, isRoot, maySudo }) {
  if (platform !== 'linux') {
    const way = platform === 'win32' ? 'WSL or a container' : 'a virtual machine or a container';
    return {
      needs: `This needs Debian or Ubuntu, with its package chromium and pseudo terminals; on this system, use ${way}.`,
    };
  }
  const mayInstall = hasApt && (isRoot || maySudo);
  if (missing.length === 0 && !(mayInstall && nice.length > 0)) return {};
  const list = missing.join(' ');
  if (!hasApt) return { needs: `This needs ${list} in /usr/bin. Install it and try again.` };
  if (!mayInstall) return { needs: `This needs ${list}. Run: sudo apt-get install ${list}` };
  return { install: missing, nice, sudo: !isRoot };
}

function planHere(wanted, wantedToo) {
  const missingOf = (packages) => packages.filter(({ file }) => !existsSync(file)).map((each) => each.package);
  const missing = missingOf(wanted);
  const nice = missingOf(wantedToo);
  const isRoot = process.getuid?.() === 0;
  const mayAsk = missing.length + nice.length > 0 && !isRoot;
  return planPackages({
    platform: process.platform,
    missing,
    nice,
    hasApt: existsSync('/usr/bin/apt-get'),
    isRoot,
    maySudo: mayAsk && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0,
  });
}

/** Fails with the one line that says what is needed here; to be called before anything that takes long. */
export async function ensureDebianPackages(wanted, wantedToo = []) {
  const { needs, install, nice, sudo } = planHere(wanted, wantedToo);
  if (needs !== undefined) throw new PreparationError(needs);
  if (install === undefined) return;
  say(`Installing from Debian: ${[...install, ...nice].join(' ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (packages, ...args) => {
    const [command, ...rest] = sudo ? ['sudo', '-n', 'apt-get', ...args] : ['apt-get', ...args];
    return runQuietly(`This needs ${packages.join(' ')}, and apt-get could not install it`, command, rest, { env });
  };
  const installAll = (packages) => apt(packages, 'install', '-y', '-qq', '--no-install-recommends', ...packages);
  try {
    await apt([...install, ...nice], 'update', '-qq');
    await installAll([...install, ...nice]);
  } catch (error) {
    if (nice.length === 0) throw error;
    say(`Not available: ${nice.join(' ')}`);
    if (install.length > 0) await installAll(install);
  }
}
