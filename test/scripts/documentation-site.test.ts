/** Documentation site of packages: built if it does not match the sources, and included in packages. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ensureHelp } from '../../scripts/docs/ensure-help.mjs';
import { lookAtHelp, noteHelp, sumOfSources } from '../../scripts/docs/help-state.mjs';
import { builtFolders } from '../../scripts/lib/built-folders.mjs';

let root: string;

function write(path: string, text: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

function build(packages: readonly string[] = []): void {
  const sources = sumOfSources(root);
  write('dist/help/index.html', '<h1>Documentation</h1>');
  write('dist/help/admin/install.html', '<h1>Install</h1>');
  noteHelp(root, sources, packages);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'));
  write('package.json', '{"version":"1.0.0"}');
  write('README.md', '# Program');
  write('docs/admin/install.md', '# Install');
  write('docs/site/package-lock.json', '{}');
  write('docs/site/node_modules/vue/index.js', '1');
  write('scripts/build-help.mjs', '1');
});

afterEach(() => rmSync(root, { recursive: true }));

describe('the state of the documentation site', () => {
  it('is missing before the first build, and current after it', () => {
    expect(lookAtHelp(root)).toEqual({ kind: 'missing', packages: [] });
    build(['vue@3.5.0']);
    expect(lookAtHelp(root)).toEqual({ kind: 'current', packages: ['vue@3.5.0'] });
  });

  it.each([
    ['a changed page', () => write('docs/admin/install.md', '# Setup')],
    ['a new page', () => write('docs/admin/email.md', '# Email')],
    ['a changed document at the root', () => write('README.md', '# Programme')],
    ['another version', () => write('package.json', '{"version":"1.0.1"}')],
    ['another lockfile', () => write('docs/site/package-lock.json', '{"packages":{}}')],
    ['another script', () => write('scripts/build-help.mjs', '2')],
    ['a deleted file of the site', () => rmSync(join(root, 'dist/help/admin/install.html'))],
    ['no note of its build', () => rmSync(join(root, 'dist/.help'))],
  ])('is outdated after %s', (_, change) => {
    build();
    change();
    expect(lookAtHelp(root).kind).toBe('outdated');
  });

  it.each([
    ['other times of files', () => utimesSync(join(root, 'docs/admin/install.md'), 1, 1)],
    ['installed packages of the site', () => write('docs/site/node_modules/vue/index.js', '2')],
    [
      'a move of the project',
      () => {
        cpSync(root, `${root}-moved`, { recursive: true });
        rmSync(root, { recursive: true });
        root = `${root}-moved`;
      },
    ],
  ])('stays current with %s', (_, change) => {
    build();
    change();
    expect(lookAtHelp(root).kind).toBe('current');
  });
});

describe('a package', () => {
  const attempt = async (build: () => Promise<void>) => {
    const lines: string[] = [];
    const run = vi.fn(build);
    await ensureHelp('node', { look: () => lookAtHelp(root), build: run, tell: (line) => lines.push(line) });
    return { runs: run.mock.calls.length, lines };
  };

  it('has the site built when it is missing or outdated, and only then', async () => {
    const works = async () => build();
    expect(await attempt(works)).toEqual({ runs: 1, lines: [] });
    expect(await attempt(works)).toEqual({ runs: 0, lines: [] });
    write('README.md', '# Programme');
    expect(await attempt(works)).toEqual({ runs: 1, lines: [] });
  });

  it('reports the missing site and the effect on /help/, if it cannot be built', async () => {
    const fails = () => Promise.reject(new Error('the registry does not respond'));
    expect((await attempt(fails)).lines).toEqual([
      'Documentation site: the registry does not respond. In the packages, /help/ responds 404: they contain no help pages.',
    ]);
    build();
    write('README.md', '# Programme');
    expect((await attempt(fails)).lines).toEqual([
      'Documentation site: the registry does not respond. In the packages, /help/ shows the pages of an earlier build.',
    ]);
  });

  it('is not made if the build of the site is interrupted', async () => {
    const stopped = () => Promise.reject(Object.assign(new Error('stopped'), { brokenOff: true }));
    await expect(attempt(stopped)).rejects.toThrow('stopped');
  });

  it('contains the site if it is built', () => {
    expect(builtFolders(root)).toEqual(['dist/main', 'dist/renderer']);
    build();
    expect(builtFolders(root)).toEqual(['dist/main', 'dist/renderer', 'dist/help']);
  });
});
