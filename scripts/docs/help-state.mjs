// State of the documentation site in dist/help, compared with its sources.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { textOf } from '../lib/basics.mjs';
import { filesBelow } from '../lib/files-below.mjs';
import { ROOT_PAGES } from './help-pages.mjs';

const SOURCES = [
  'docs',
  ...Object.keys(ROOT_PAGES),
  'scripts/build-help.mjs',
  'scripts/docs/help-pages.mjs',
  'scripts/docs/finish-help.mjs',
];
const SITE = 'dist/help';
/** Outside the site, because the server sends every file of the site. */
const STAMP = 'dist/.help';

function filesIn(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat === undefined ? [] : [path];
  return filesBelow(join(root, path), '')
    .map((name) => `${path}/${name}`)
    .filter((name) => !name.includes('/node_modules/') && statSync(join(root, name)).isFile());
}

const sumOf = (lines) => createHash('sha256').update(lines.toSorted().join('\n')).digest('hex');

/** Content of the sources, and the version: a clone has other times, but the same content. */
export function sumOfSources(root) {
  const files = SOURCES.flatMap((source) => filesIn(root, source));
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const contents = files.map(
    (file) =>
      `${file} ${createHash('sha256')
        .update(readFileSync(join(root, file)))
        .digest('hex')}`,
  );
  return sumOf([version, ...contents]);
}

/** Names and sizes of the built files, some of which may have been deleted. */
const sumOfSite = (root) => sumOf(filesIn(root, SITE).map((file) => `${file} ${statSync(join(root, file)).size}`));

/**
 * @param {string} root of the project
 * @param {string} sources their sum before the build
 * @param {readonly string[]} packages inside the pages, as `refOf` names them
 */
export function noteHelp(root, sources, packages) {
  writeFileSync(join(root, STAMP), JSON.stringify({ sources, site: sumOfSite(root), packages }));
}

/**
 * @param {string} root of the project
 * @returns {{ kind: 'missing' | 'outdated' | 'current', packages: readonly string[] }}
 */
export function lookAtHelp(root) {
  if (!existsSync(join(root, SITE, 'index.html'))) return { kind: 'missing', packages: [] };
  const { sources, site, packages = [] } = JSON.parse(textOf(join(root, STAMP)) ?? '{}');
  const isCurrent = sources === sumOfSources(root) && site === sumOfSite(root);
  return { kind: isCurrent ? 'current' : 'outdated', packages };
}
