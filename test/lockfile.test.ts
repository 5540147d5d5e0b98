/** The lockfile must install on the systems that we name, and tell nobody where it was made. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SYSTEMS } from '../scripts/lib/systems.mjs';

type Names = string | readonly string[];

interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly os?: Names;
  readonly cpu?: Names;
  readonly libc?: Names;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Entry>>;

/** The program's lockfile, and those of the documentation site and the mutation tests. */
const LOCKFILES = ['package-lock.json', 'docs/site/package-lock.json', 'test/mutation/package-lock.json'];

function packagesOf(lockfile: string): Packages {
  const text = readFileSync(new URL(`../${lockfile}`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly packages: Packages }).packages;
}

const lock = { packages: packagesOf('package-lock.json') };

function isLocked(packages: Packages, from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in packages) return true;
    if (place === '') return false;
  }
}

/** What npm does with `os`, `cpu` and `libc` of a package that names no exceptions. */
const allows = (names: Names | undefined, wanted: string | undefined) =>
  names === undefined || [names].flat().includes(wanted ?? '');

// Also those for systems that are not this one: npm leaves them out of a lockfile that it writes beside an installed
// node_modules (npm/cli#4828), and then never installs them.
it.each(LOCKFILES)('%s holds every package that another one asks for, on whichever system', (lockfile) => {
  const packages = packagesOf(lockfile);
  const missing = Object.entries(packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(packages, path, name))
      .map((name) => `${path || '(root)'} → ${name}`),
  );
  expect(missing).toEqual([]);
});

describe.each(SYSTEMS)('on $name', ({ os, cpu, libc, node, native }) => {
  it.each([node.package, ...native])('npm installs %s', (name) => {
    const entry = lock.packages[`node_modules/${name}`];
    expect(entry).toBeDefined();
    expect(allows(entry?.os, os) && allows(entry?.cpu, cpu) && allows(entry?.libc, libc)).toBe(true);
  });

  it('knows every package for this system alone, so that none goes unlooked at', () => {
    const alone = Object.entries(lock.packages).filter(
      ([, entry]) =>
        entry.os !== undefined && entry.cpu !== undefined && allows(entry.os, os) && allows(entry.cpu, cpu),
    );
    const names = alone
      .filter(([, { libc: of }]) => allows(of, libc))
      .map(([path]) => path.slice('node_modules/'.length));
    expect(names.toSorted()).toEqual([node.package, ...native].toSorted());
  });
});

it.each(LOCKFILES)('%s contains no URLs, and a hash of every package', (lockfile) => {
  const packages = Object.entries(packagesOf(lockfile)).filter(([path]) => path !== '');
  expect(packages.length).toBeGreaterThan(50);
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});
