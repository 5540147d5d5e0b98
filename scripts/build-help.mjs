// npm run docs [-- --versions FOLDER --base PATH]: builds the documentation site into dist/help.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { finishHelp } from './docs/finish-help.mjs';
import { writeHelpPages } from './docs/help-pages.mjs';
import { noteHelp, sumOfSources } from './docs/help-state.mjs';
import { ROOT, runQuietly, say } from './lib/basics.mjs';
import { refOf } from './lib/bill-of-materials.mjs';
import { installManifest } from './lib/install-manifest.mjs';

const SITE = join(ROOT, 'docs', 'site');
const BUILD = join(ROOT, 'dist', 'help-build');
const VITEPRESS = join('node_modules', 'vitepress', 'bin', 'vitepress.js');

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

/** Packages inside the pages, which config.mjs lists by their paths in the lockfile. */
function bundledPackages() {
  const { packages } = JSON.parse(readFileSync(join(BUILD, 'package-lock.json'), 'utf8'));
  const paths = JSON.parse(readFileSync(join(BUILD, '.vitepress', 'bundled.json'), 'utf8'));
  return paths.map((path) => refOf(path, packages[path]));
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
  await installManifest('docs/site', 'dist/help-build');
  if (values.versions === undefined) {
    // Before the build: a page that changes meanwhile belongs to the next one.
    const sources = sumOfSources(ROOT);
    replaceFolder(await buildSite({ version, base: '/help/', isKept: false }), join(ROOT, 'dist', 'help'));
    noteHelp(ROOT, sources, bundledPackages());
    say('The documentation is in dist/help; the server serves it at /help/.');
  } else {
    const folder = resolve(values.versions);
    await addVersion(folder, values.base.replace(/\/?$/, '/'), version);
    say(`The documentation of version ${version} is in ${join(folder, version)}.`);
  }
} catch (error) {
  say(error.message);
  process.exitCode = 1;
}
