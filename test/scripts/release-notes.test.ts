import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkWorkTree, releaseNotes } from '../../scripts/lib/release-notes.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- Later.

## [1.10.0] - 2027-02-01

### Fixed

- A [fault](docs/reference/limits.md) of [others](https://example.org/).

## [1.1.0] - 2027-01-15

- First.

[1.1.0]: https://example.org/1.1.0
`;

describe('release notes', () => {
  it('are the section of the version, without links into the repository', () => {
    expect(releaseNotes(CHANGELOG, '1.10.0')).toBe(
      '# Take a Number 1.10.0\n\nReleased on 2027-02-01.\n\n### Fixed\n\n- A fault of [others](https://example.org/).\n',
    );
  });

  it('end before the link definitions of the changelog', () => {
    expect(releaseNotes(CHANGELOG, '1.1.0')).toBe('# Take a Number 1.1.0\n\nReleased on 2027-01-15.\n\n- First.\n');
  });

  it.each(['1.0.0', '1.1', '1.1.00', 'Unreleased', '1.1x0'])('refuse %s, which has no dated section', (version) => {
    expect(() => releaseNotes(CHANGELOG, version)).toThrow(
      `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".`,
    );
  });

  it('refuse an empty section', () => {
    const empty = '## [1.0.1] - 2027-01-20\n\n## [1.0.0] - 2027-01-15\n\n- First.\n';
    expect(() => releaseNotes(empty, '1.0.1')).toThrow('The section of 1.0.1 in CHANGELOG.md is empty.');
  });

  it('exist for the version of this program', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)).toContain(`Number ${version}\n`);
  });
});

describe('the check of the work tree', () => {
  it('accepts a clean one', () => {
    expect(checkWorkTree('')).toBeUndefined();
  });

  it('names a changed file', () => {
    expect(() => checkWorkTree(' M main/serve.ts\n')).toThrow(
      'A release contains exactly one commit, but 1 file is changed: main/serve.ts',
    );
    expect(() => checkWorkTree('?? notes.txt\n M a.ts\n')).toThrow('but 2 files are changed: notes.txt');
  });
});
