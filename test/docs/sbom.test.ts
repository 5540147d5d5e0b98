/** The list of what is inside: whole, true, and in the form that others' tools read. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { ONLY_FOR_SOURCES } from '../../scripts/lib/bill-of-materials.mjs';
import { packagesOf } from '../helpers/locked-packages.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Component {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly purl?: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

let list: { readonly components: readonly Component[]; readonly metadata: { readonly component: Component } };
const names = (): ReadonlySet<string> => new Set(list.components.map(({ name }) => name));

beforeAll(() => {
  const text = execFileSync('node', ['scripts/sbom.mjs'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  list = JSON.parse(text) as typeof list;
});

/** Packages that the files below `folder` import, by their bare names. */
function imported(folder: string): string[] {
  const IMPORT =
    /(?:from|import|import\(|@import|require\()\s*(?:url\()?['"](@[\w.-]+\/[\w.-]+|[a-z][\w.-]*)(?:\/[^'"]*)?['"]/g;
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .flatMap((name) => [...readFileSync(join(ROOT, folder, name), 'utf8').matchAll(IMPORT)])
    .map((match) => match[1] ?? '');
}

/** Packages that npm would install for those who run the program, as npm itself tells. */
function installedToRun(): string[] {
  const npm = process.env.npm_execpath;
  const args = ['ls', '--omit=dev', '--all', '--parseable'];
  const text = npm?.endsWith('.js')
    ? execFileSync(process.execPath, [npm, ...args], { cwd: ROOT, encoding: 'utf8' })
    : execFileSync('npm', args, { cwd: ROOT, encoding: 'utf8' });
  // Without what a start from the sources builds with, and what only fetches the runtime of the window.
  const reached = packagesOf([...ONLY_FOR_SOURCES, 'electron']);
  return text
    .split('\n')
    .map((path) => relative(ROOT, path))
    .filter((path) => reached.has(path));
}

function manifestOf(path: string): { readonly name: string; readonly version: string } {
  return JSON.parse(readFileSync(join(ROOT, path, 'package.json'), 'utf8')) as { name: string; version: string };
}

describe('the list of what is inside', () => {
  it('is a CycloneDX 1.5 document by the schema of its makers', () => {
    const folder = join(
      dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')),
      'res/schema',
    );
    const schema = (name: string): object =>
      JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
    const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
    for (const part of ['spdx', 'jsf-0.82'])
      ajv.addSchema(schema(part), `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`);
    const fits = ajv.compile(schema('bom-1.5'));
    fits(list);
    expect(fits.errors ?? []).toEqual([]);
  });

  it('names the program itself, not the folder that its sources lie in', () => {
    const { name, type, version } = list.metadata.component;
    expect({ name, type, version }).toEqual({ name: 'take-a-number', type: 'application', version: '1.0.0' });
  });

  it.each(['main', 'renderer'])('has every package that %s/ imports', (folder) => {
    const packages = [...new Set(imported(folder))].filter((name) => !name.startsWith('node:'));
    expect(packages).toContain(folder === 'main' ? 'fastify' : 'preact');
    expect(packages.filter((name) => !names().has(name))).toEqual([]);
  });

  it('has every package that npm installs for those who run the program, in the version that is installed', () => {
    const installed = installedToRun().map(manifestOf);
    expect(installed.length).toBeGreaterThan(100);
    const listed = new Set(list.components.map(({ name, version }) => `${name}@${version}`));
    expect(installed.map(({ name, version }) => `${name}@${version}`).filter((each) => !listed.has(each))).toEqual([]);
  });

  it('contains the runtime of the window and the voice, and no development packages', () => {
    expect([...names()]).toEqual(expect.arrayContaining(['electron', 'take-a-number-voice']));
    for (const tool of [
      'typescript',
      'vitest',
      'vite',
      'rolldown',
      'open',
      'undici',
      'playwright-core',
      'electron-builder',
    ])
      expect(names()).not.toContain(tool);
  });

  it('gives a licence of each, and content and address of each package', () => {
    const unlicensed = list.components.filter(({ licenses }) => licenses === undefined || licenses.length === 0);
    expect(unlicensed.map(({ name }) => name)).toEqual([]);
    const packages = list.components.filter(({ type }) => type === 'library');
    expect(packages.filter(({ purl }) => !purl?.startsWith('pkg:npm/')).map(({ name }) => name)).toEqual([]);
    expect(packages.filter(({ hashes }) => hashes?.[0]?.alg !== 'SHA-512').map(({ name }) => name)).toEqual([]);
  });
});
