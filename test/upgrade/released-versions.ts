/** Released versions of the changelog, newest first. */
import { readFileSync } from 'node:fs';

const CHANGELOG = new URL('../../CHANGELOG.md', import.meta.url);
const HEADING = /^\[(?:Unreleased\]|(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2})$/;

/** Rejects other headings, since a version that is not read would need no fixtures. */
export function releasedVersions(changelog = readFileSync(CHANGELOG, 'utf8')): readonly string[] {
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
  if (headings.length === 0) throw new Error('CHANGELOG.md has no sections');
  return headings.flatMap((heading) => {
    const match = HEADING.exec(heading);
    if (match === null) throw new Error(`CHANGELOG.md: “${heading}” is neither [Unreleased] nor [version] - date`);
    return match[1] ?? [];
  });
}
