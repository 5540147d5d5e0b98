// npm run docs [-- --versions FOLDER --base PATH]: builds the documentation site into dist/help.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { finishHelp } from './docs/finish-help.mjs';
import { writeHelpPages } from './docs/help-pages.mjs';
import { ROOT, runQuietly, say, textOf } from './lib/basics.mjs';
import { npmCommand } from './lib/npm.mjs';

const SITE = join(ROOT, 'docs', 'site');
const BUILD = join(ROOT, 'dist', 'help-build');
const LOCKFILE = 'package-lock.json';
/** A copy of the lockfile whose packages are installed. */
const INSTALLED = join(BUILD, 'installed.json');
const VITEPRESS = join('node_modules', 'vitepress', 'bin', 'vitepress.js');

/** The site's packages, apart from those of the program. Their install scripts do not run. */
async function installPackages() {
  const wanted = readFileSync(join(SITE, LOCKFILE), 'utf8');
  if (textOf(INSTALLED) === wanted && existsSync(join(BUILD, VITEPRESS))) return;
  say('Installing the packages of docs/site/package-lock.json …');
  mkdirSync(BUILD, { recursive: true });
  rmSync(INSTALLED, { force: true });
  for (const name of ['package.json', LOCKFILE]) cpSync(join(SITE, name), join(BUILD, name));
  const { command, first, shell } = npmCommand();
  const args = [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await runQuietly('The packages could not be installed', command, args, { cwd: BUILD, shell });
  writeFileSync(INSTALLED, wanted);
}

/** Builds the site of this version for addresses that begin with the base. */
async function buildSite({ version, base, isKept }) {
  const config = join(BUILD, '.vitepress');
  const outDir = join(BUILD, 'out');
  for (const old of [config, outDir, join(BUILD, 'pages')]) rmSync(old, { recursive: true, force: true });
  const sidebar = writeHelpPages(ROOT, join(BUILD, 'pages'));
  mkdirSync(config, { recursive: true });
  cpSync(join(SITE, 'config.mjs'), join(config, 'config.mjs'));
  cpSync(join(SITE, 'theme'), join(config, 'theme'), { recursive: true });
  writeFileSync(join(config, 'pages.json'), JSON.stringify({ version, base, outDir, sidebar, isKept }));
  await runQuietly('The documentation could not be built', process.execPath, [VITEPRESS, 'build', '.'], { cwd: BUILD });
  finishHelp(outDir, base);
  return outDir;
}

function replaceFolder(from, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(resolve(to, '..'), { recursive: true });
  renameSync(from, to);
}

/** The newest version first. */
function versionsIn(folder) {
  return readdirSync(folder)
    .filter((name) => /^\d+\.\d+\.\d+/.test(name))
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }));
}

/** Adds this version to a folder for a web server, which keeps the others. */
async function addVersion(folder, base, version) {
  replaceFolder(await buildSite({ version, base: `${base}${version}/`, isKept: true }), join(folder, version));
  const versions = versionsIn(folder);
  writeFileSync(join(folder, 'versions.json'), `${JSON.stringify(versions)}\n`);
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Take a Number</title><meta http-equiv="refresh" content="0; url=${versions[0]}/"><a href="${versions[0]}/">Documentation</a></html>\n`,
  );
}

try {
  const { values } = parseArgs({
    options: { versions: { type: 'string' }, base: { type: 'string', default: '/' } },
  });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  await installPackages();
  if (values.versions === undefined) {
    replaceFolder(await buildSite({ version, base: '/help/', isKept: false }), join(ROOT, 'dist', 'help'));
    say('The documentation is in dist/help; the server shows it at /help/.');
  } else {
    const folder = resolve(values.versions);
    await addVersion(folder, values.base.replace(/\/?$/, '/'), version);
    say(`The documentation of version ${version} is in ${join(folder, version)}.`);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
