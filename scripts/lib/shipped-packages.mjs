// The packages that run with the program, by the lockfile: without those that only build it, open a browser, or bring the window.

/** Dependencies of a start from the sources: tools, or inside the pages. */
export const ONLY_FROM_SOURCES = ['vite', 'open', 'electron', 'preact', '@preact/signals'];

/** Node itself, which a package brings in another way. */
const NODE = /^node_modules\/node-(linux|win|darwin|bin)-/;

/** Where the package that lies at `from` finds the one of that name. */
function find(packages, from, name) {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const path = `${place}${place === '' ? '' : '/'}node_modules/${name}`;
    if (path in packages) return path;
    if (place === '') return null;
  }
}

function neededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta?.[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/**
 * @param packages `packages` of the lockfile
 * @returns {readonly string[]} their folders; of optional ones, only some are there on any one system
 */
export function shippedPackages(packages) {
  const { dependencies, optionalDependencies } = packages[''];
  const open = Object.keys({ ...dependencies, ...optionalDependencies })
    .filter((name) => !ONLY_FROM_SOURCES.includes(name))
    .map((name) => find(packages, '', name));
  const reached = new Set();
  while (open.length > 0) {
    const path = open.pop();
    if (path === null || reached.has(path) || NODE.test(path)) continue;
    reached.add(path);
    open.push(...neededBy(packages[path]).map((name) => find(packages, path, name)));
  }
  // One that lies within another comes with it.
  const all = [...reached].sort();
  return all.filter((path) => !all.some((other) => other !== path && path.startsWith(`${other}/`)));
}
