/** The lockfile must install on the systems that we name, and tell nobody where it was made. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Entry {
  readonly resolved?: string;
  readonly integrity?: string;
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

/** Packages for one system only that must be there: the ones for Debian. */
const DEBIAN = /linux-(x64|arm64)(-gnu)?$/;

it('holds every package that another one asks for', () => {
  const missing = Object.entries(lock.packages).flatMap(([path, entry]) =>
    [
      ...Object.keys(entry.dependencies ?? {}),
      ...Object.keys(entry.optionalDependencies ?? {}).filter((name) => DEBIAN.test(name)),
    ]
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path || '(root)'} → ${name}`),
  );
  expect(missing).toEqual([]);
});

it('names no address and knows the content of every package', () => {
  const packages = Object.entries(lock.packages).filter(([path]) => path !== '');
  expect(packages.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});
