/** `npm run release`: what it builds, what it refuses, and a kiosk started from its npm package. `npm run build` first. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { noteHelp, sumOfSources } from '../../scripts/docs/help-state.mjs';
import { hearChild } from '../helpers/hear-child.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
const NAME = `take-a-number-${version}`;

let folder: string;
let clone: string;
let out: string;
let said: string;

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
    cwd: clone,
    encoding: 'utf8',
  });

/** Replaces the output of `npm run docs`. */
function buildHelpSite(): void {
  const { packages } = JSON.parse(readFileSync(join(clone, 'docs/site/package-lock.json'), 'utf8'));
  const site = join(clone, 'dist/help');
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<h1>Documentation</h1>');
  noteHelp(clone, sumOfSources(clone), [`vue@${packages['node_modules/vue'].version}`]);
}

function release(...args: string[]) {
  const script = join(clone, 'packaging/make-release.mjs');
  return spawnSync(process.execPath, [script, ...args], { cwd: clone, encoding: 'utf8', maxBuffer: 1 << 26 });
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  clone = join(folder, 'clone');
  out = join(folder, 'out');
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\ndist\n');
  symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(clone, 'node_modules'));
  cpSync(join(ROOT, 'dist'), join(clone, 'dist'), { recursive: true });
  buildHelpSite();
  const { status, stdout, stderr } = release('--out', out, '--soon');
  said = stdout;
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('contains every part of a release, with its sum', () => {
  const names = readdirSync(out);
  expect(names).toEqual(
    expect.arrayContaining([
      'SHA256SUMS',
      'accessibility-conformance-report.md',
      'owasp-asvs.md',
      'release-notes.md',
      `${NAME}-source.tar.gz`,
      `${NAME}.cdx.json`,
      `${NAME}.tgz`,
    ]),
  );
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const expected = names
    .filter((name) => name !== 'SHA256SUMS')
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}  ${name}`,
    );
  expect(sums).toEqual(expected);
});

it('builds each installer or says why it cannot', () => {
  for (const [part, file] of [
    ['Server package', /^take-a-number-server_.*\.deb$/],
    ['Container image', /\.oci\.tar$/],
    ['Kiosk installer for Linux', /-linux-.*\.deb$/],
    ['Kiosk installer for Windows', /\.exe$/],
    ['Kiosk installer for macOS', /\.dmg$/],
  ] as const) {
    const isBuilt = readdirSync(out).some((name) => file.test(name));
    expect(new RegExp(`^ {2}${part}: .+`, 'm').test(said), part).toBe(!isBuilt);
  }
});

it('has the server package of the version', () => {
  const [deb = ''] = readdirSync(out).filter((name) => name.endsWith('.deb'));
  const field = (name: string): string =>
    execFileSync('dpkg-deb', ['-f', join(out, deb), name], { encoding: 'utf8' }).trim();
  expect([field('Package'), field('Version')]).toEqual(['take-a-number-server', version]);
});

it('has the documentation site in its packages and in the bill of materials', () => {
  const index = /(^|\/)dist\/help\/index\.html$/m;
  const [deb = ''] = readdirSync(out).filter(
    (name) => name.startsWith('take-a-number-server') && name.endsWith('.deb'),
  );
  const listed = (command: string, args: readonly string[]): string =>
    execFileSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 });
  expect(listed('dpkg-deb', ['-c', join(out, deb)])).toMatch(index);
  expect(listed('tar', ['-tzf', join(out, `${NAME}.tgz`)])).toMatch(index);
  const { components } = JSON.parse(readFileSync(join(out, `${NAME}.cdx.json`), 'utf8'));
  const names = components.map(({ name }: { readonly name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['take-a-number-help', 'vue', 'fastify']));
  expect(said).not.toContain('Documentation site:');
});

it('takes notes, materials and sources from the commit', () => {
  expect(readFileSync(join(out, 'release-notes.md'), 'utf8')).toMatch(
    new RegExp(`^# Take a Number ${version}\\n\\nReleased on \\d{4}-\\d{2}-\\d{2}\\.\\n`),
  );
  const materials = JSON.parse(readFileSync(join(out, `${NAME}.cdx.json`), 'utf8'));
  expect(materials.metadata.component.version).toBe(version);
  const sources = execFileSync('tar', ['-tzf', join(out, `${NAME}-source.tar.gz`)], { encoding: 'utf8' }).split('\n');
  expect(sources).toContain(`${NAME}/main/serve.ts`);
  expect(sources.filter((name) => /^[^/]+\/(dist|node_modules|release)\//.test(name))).toEqual([]);
});

it('starts a kiosk from the npm package', async () => {
  const packages = join(folder, 'installed', 'node_modules');
  mkdirSync(packages, { recursive: true });
  // What npm would install beside the package.
  const installed = join(ROOT, 'node_modules');
  for (const each of readdirSync(installed)) symlinkSync(join(installed, each), join(packages, each));
  execFileSync('tar', ['-xzf', join(out, `${NAME}.tgz`), '-C', packages]);
  cpSync(join(packages, 'package'), join(packages, 'take-a-number'), { recursive: true });
  const about = JSON.parse(readFileSync(join(packages, 'take-a-number/package.json'), 'utf8'));
  expect(about).toMatchObject({ version, bin: { 'take-a-number': 'scripts/npx.mjs' } });
  expect([about.private, about.devDependencies, about.dependencies.vite]).toEqual([undefined, undefined, undefined]);
  const command = join(packages, 'take-a-number', about.bin['take-a-number']);
  const child = spawn(process.execPath, [command, '--port', '0', '--no-open', '--data', join(folder, 'data')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { ended } = hearChild(child);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const address = await new Promise<string>((tell, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /^ready (\S+)/m.exec(text)?.[1];
      if (found !== undefined) tell(found);
    });
    void ended.then(({ err }) => reject(new Error(err)));
  });
  const page = await fetch(`${address}/kiosk/`);
  expect([page.status, page.headers.get('x-take-a-number')]).toEqual([200, 'kiosk']);
});

it('refuses a changed work tree, a full folder and a version without notes', () => {
  const full = release('--out', out);
  expect([full.status, full.stderr]).toEqual([1, `${out} is not empty.\n`]);
  writeFileSync(join(clone, 'notes.txt'), '');
  const changed = release('--out', join(folder, 'none'));
  expect([changed.status, changed.stderr]).toEqual([
    1,
    'A release contains exactly one commit, but 1 file is changed: notes.txt\n',
  ]);
  rmSync(join(clone, 'notes.txt'));
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n');
  git('commit', '--quiet', '--all', '--message', 'docs: remove the notes');
  const unknown = release('--out', join(folder, 'none'));
  expect([unknown.status, unknown.stderr]).toEqual([
    1,
    `CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD".\n`,
  ]);
});
