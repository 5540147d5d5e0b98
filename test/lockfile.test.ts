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

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

function isLocked(from: string, name: string): boolean {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    if (`${place}${place === '' ? '' : '/'}node_modules/${name}` in lock.packages) return true;
    if (place === '') return false;
  }
}

/** What npm does with `os`, `cpu` and `libc` of a package that names no exceptions. */
const allows = (names: Names | undefined, wanted: string | undefined) =>
  names === undefined || [names].flat().includes(wanted ?? '');

// Also those for systems that are not this one: npm leaves them out of a lockfile that it writes beside an installed
// node_modules (npm/cli#4828), and then never installs them.
it('holds every package that another one asks for, on whichever system', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(path, name))
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

it('names no address and knows the content of every package', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});
