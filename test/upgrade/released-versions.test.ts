import { describe, expect, it } from 'vitest';
import { releasedVersions } from './released-versions.ts';

describe('released versions', () => {
  it('are the dated sections of a changelog', () => {
    const changelog =
      '# Changelog\n\n## [Unreleased]\n\n### Added\n\n## [1.0.10] - 2027-02-01\n\n## [1.0.0] - 2027-01-15\n';
    expect(releasedVersions(changelog)).toEqual(['1.0.10', '1.0.0']);
  });

  it.each(['## 1.0.0', '## [1.0.0]', '## v1.0.0 - 2027-01-15', '## 1.0.0 (not yet released)'])(
    'reject %s',
    (heading) => {
      expect(() => releasedVersions(`# Changelog\n\n${heading}\n`)).toThrow('neither');
    },
  );

  it('reject a changelog without sections', () => {
    expect(() => releasedVersions('# Changelog\n')).toThrow('no sections');
  });
});
