// Checks before a release, and its notes: the section of the version in CHANGELOG.md.

export class ReleaseRefused extends Error {}

/** Links of the changelog lead to files of the repository, from its root; the notes are read without them. */
const RELATIVE_LINK = /\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g;

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * @param {string} changelog text of CHANGELOG.md
 * @param {string} version of package.json
 * @returns {string} Markdown with the version and its date as heading
 * @throws {ReleaseRefused} if the section is missing or empty
 */
export function releaseNotes(changelog, version) {
  const heading = new RegExp(`^## \\[${escaped(version)}\\] - (\\d{4}-\\d{2}-\\d{2})\\n`, 'm').exec(changelog);
  if (heading === null) throw new ReleaseRefused(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`);
  const rest = changelog.slice(heading.index + heading[0].length);
  const end = /^(?:## |\[[^\]]+\]: )/m.exec(rest)?.index ?? rest.length;
  const text = rest.slice(0, end).trim();
  if (text === '') throw new ReleaseRefused(`The section of ${version} in CHANGELOG.md is empty.`);
  return `# Take a Number ${version}\n\nReleased on ${heading[1]}.\n\n${text.replaceAll(RELATIVE_LINK, '$1')}\n`;
}

/**
 * @param {string} status output of `git status --porcelain`
 * @throws {ReleaseRefused} if a file differs from the commit
 */
export function checkWorkTree(status) {
  const changed = status.split('\n').filter((line) => line !== '');
  if (changed.length === 0) return;
  const files = changed.length === 1 ? '1 file is' : `${changed.length} files are`;
  throw new ReleaseRefused(`A release contains exactly one commit, but ${files} changed: ${changed[0].slice(3)}`);
}
