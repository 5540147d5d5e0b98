// Pages of the documentation site, made from docs/ and the documents at the root.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { filesBelow } from '../lib/files-below.mjs';

/** Documents at the root, by their address on the site. */
export const ROOT_PAGES = {
  'README.md': 'project/readme.md',
  'CHANGELOG.md': 'project/changelog.md',
  'SECURITY.md': 'project/security.md',
  'CONTRIBUTING.md': 'project/contributing.md',
  'CODE_OF_CONDUCT.md': 'project/code-of-conduct.md',
};
const SECTIONS = {
  tutorials: 'Tutorials',
  staff: 'Staff',
  admin: 'Administration',
  reference: 'Reference',
  explanation: 'Explanation',
  compliance: 'Compliance',
  contributing: 'Contributing',
  project: 'Project',
};
const LINK = /(!?)\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s#]*)(#[^)\s]*)?\)/g;
const HTML_PICTURE = /(<img[^>]*?src=")([^"]+)(")/g;
/** Code has texts that look like links. */
const FENCE = /(^```[\s\S]*?^```$)/gm;

/** Address on the site of each document, by its path in the project. */
function addressesOf(root) {
  const documents = filesBelow(join(root, 'docs'), '.md').map((path) => [
    `docs/${path}`,
    path.replace(/README\.md$/, 'index.md'),
  ]);
  return new Map([...documents, ...Object.entries(ROOT_PAGES)]);
}

const titleOf = (text) => /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`*]/g, '') ?? '';

/** Links lead to pages of the site; names of other files of the project are not links there. */
function rewritten(text, path, addresses) {
  const from = posix.dirname(addresses.get(path));
  const placeOf = (target) => posix.relative(from, target).replace(/^(?!\.)/, './');
  const inProject = (link) => posix.normalize(posix.join(posix.dirname(path), link));
  const outsideCode = (part) =>
    part
      .replaceAll(LINK, (whole, mark, words, link, anchor = '') => {
        if (link === '' || /^[a-z]+:/.test(link)) return whole;
        const target = inProject(link);
        if (mark === '!') return `![${words}](${placeOf(target.replace(/^docs\//, ''))})`;
        const address = addresses.get(target) ?? addresses.get(posix.join(target, 'README.md'));
        if (address !== undefined) return `[${words}](${placeOf(address)}${anchor})`;
        return words.includes('`') ? words : `${words} (\`${target}\`)`;
      })
      .replaceAll(HTML_PICTURE, (_all, before, link, after) =>
        /^[a-z]+:/.test(link) ? _all : `${before}${placeOf(inProject(link).replace(/^docs\//, ''))}${after}`,
      );
  return text
    .split(FENCE)
    .map((part, index) => (index % 2 === 0 ? outsideCode(part) : part))
    .join('');
}

/** Menu by audience, in the order in which docs/index.md names the pages. */
function sidebarOf(pages) {
  const order = [...(pages.get('index.md')?.matchAll(LINK) ?? [])].map(([, , , link]) => posix.normalize(link));
  const rank = (address) => (order.includes(address) ? order.indexOf(address) : order.length);
  const sections = Object.entries(SECTIONS).map(([folder, text]) => ({
    text,
    items: [...pages.keys()]
      .filter((address) => address.startsWith(`${folder}/`))
      .toSorted((one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en'))
      .map((address) => ({
        text: titleOf(pages.get(address)),
        link: `/${address.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`,
      })),
  }));
  return [{ text: 'Start', items: [{ text: titleOf(pages.get('index.md')), link: '/' }] }, ...sections];
}

/**
 * Writes the pages and their pictures into a folder.
 *
 * @param {string} root of the project
 * @param {string} to
 * @returns the menu of the site
 */
export function writeHelpPages(root, to) {
  const addresses = addressesOf(root);
  const pages = new Map(
    [...addresses]
      .filter(([path]) => existsSync(join(root, path)))
      .map(([path, address]) => [address, rewritten(readFileSync(join(root, path), 'utf8'), path, addresses)]),
  );
  for (const [address, text] of pages) {
    mkdirSync(dirname(join(to, address)), { recursive: true });
    writeFileSync(join(to, address), text);
  }
  cpSync(join(root, 'docs/pictures'), join(to, 'pictures'), { recursive: true });
  return sidebarOf(pages);
}
