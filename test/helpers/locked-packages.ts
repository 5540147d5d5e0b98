/** Packages of the lockfile, resolved like npm and Node. */
import { readFileSync } from 'node:fs';

interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};

/** Resolves a package name from the package at `from`. */
function find(from: string, name: string): string | null {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const path = `${place}${place === '' ? '' : '/'}node_modules/${name}`;
    if (path in packages) return path;
    if (place === '') return null;
  }
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Entry): string[] {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Paths of all transitive dependencies, without those in `without`. */
export function packagesOf(without: readonly string[]): ReadonlySet<string> {
  const { dependencies, optionalDependencies } = packages[''] ?? {};
  const open = Object.keys({ ...dependencies, ...optionalDependencies })
    // Packages with a Node binary, which only serve a start from source.
    .filter((name) => !without.includes(name) && !/^node-(bin-)?(linux|win|darwin)-/.test(name))
    .map((name) => find('', name));
  const reached = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (path === null || reached.has(path)) continue;
    reached.add(path);
    const from = path;
    open.push(...neededBy(packages[path] ?? {}).map((name) => find(from, name)));
  }
  return reached;
}
