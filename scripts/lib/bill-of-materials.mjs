// The CycloneDX list of what is inside the program: npm's own list, cut to what is handed to people, with the program's
// own parts that npm does not know of. Pure: it gets npm's document and gives the finished one.

/** Packages that a start from the sources needs, and that are not part of what is handed to people. */
export const ONLY_FOR_SOURCES = ['open', 'vite'];

/** What these depend on only fetches them; they themselves are handed to people. */
const ONLY_FETCHED_BY = ['electron'];

/** Packages whose licence stands in their LICENSE file alone. */
const LICENCES = { suncalc: 'BSD-2-Clause' };

/**
 * How npm refers to the package at a path of the lockfile.
 *
 * @param {string} path
 * @param {{ name?: string, version: string }} entry
 */
export const refOf = (path, { name, version }) =>
  `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`;

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

/**
 * Refs that only development has, or that are there only because development has them (a peer of a package we ship). The
 * same version may lie in several places, for development here and to run there.
 */
function forDevelopment(lock) {
  const places = Object.entries(lock.packages).map(([path, entry]) => ({
    ref: refOf(path, entry),
    development: Boolean(entry.dev || entry.devOptional),
  }));
  const toRun = new Set(places.filter(({ development }) => !development).map(({ ref }) => ref));
  return new Set(places.map(({ ref }) => ref).filter((ref) => !toRun.has(ref)));
}

/** What is inside without being a package. */
function ownParts(version) {
  return [
    {
      'bom-ref': `take-a-number-voice@${version}`,
      type: 'data',
      name: 'take-a-number-voice',
      version,
      description: 'Recorded words that displays say, spoken by eSpeak NG and recorded with scripts/record-voice.mjs',
      licenses: [{ license: { id: 'MIT' } }],
    },
  ];
}

/** Refs that can be reached from `roots` over `edges` (ref → refs that it depends on), the roots included. */
function reached(roots, edges, without) {
  const seen = new Set();
  const open = [...roots];
  while (open.length > 0) {
    const ref = open.pop();
    if (seen.has(ref) || without.has(ref)) continue;
    seen.add(ref);
    if (!ONLY_FETCHED_BY.includes(nameOf(ref))) open.push(...(edges.get(ref) ?? []));
  }
  return seen;
}

function finished(component) {
  const licence = LICENCES[component.name];
  return {
    ...component,
    // Optional to npm: those who run the program get it all the same.
    scope: 'required',
    ...(component.licenses === undefined && licence !== undefined ? { licenses: [{ license: { id: licence } }] } : {}),
  };
}

/**
 * @param all what `npm sbom --sbom-format cyclonedx` says of the whole lockfile, development packages included
 * @param manifest package.json
 * @param lock package-lock.json
 * @returns the CycloneDX document of what is handed to people
 */
export function billOfMaterials(all, manifest, lock) {
  const root = all.metadata.component['bom-ref'];
  const edges = new Map(all.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const direct = edges.get(root) ?? [];
  const tools = new Set([...Object.keys(manifest.devDependencies), ...ONLY_FOR_SOURCES]);
  const handedOver = direct.filter((ref) => !tools.has(nameOf(ref)));
  const inside = reached(handedOver, edges, forDevelopment(lock));
  const own = ownParts(manifest.version);
  const ownRefs = own.map((part) => part['bom-ref']);
  const below = (refs) => refs.filter((ref) => inside.has(ref));
  return {
    ...all,
    metadata: {
      ...all.metadata,
      // npm takes the name of the folder that the sources lie in.
      component: { ...all.metadata.component, type: 'application', name: manifest.name },
    },
    components: [...all.components.filter((component) => inside.has(component['bom-ref'])).map(finished), ...own],
    dependencies: [
      { ref: root, dependsOn: [...below(edges.get(root) ?? []), ...ownRefs] },
      ...all.dependencies
        .filter(({ ref }) => inside.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: below(dependsOn) })),
      ...ownRefs.map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

/**
 * Adds the documentation site and the packages inside its pages.
 *
 * @param list of `billOfMaterials`
 * @param site what npm says of the lockfile of docs/site
 * @param {readonly string[]} bundled refs of the packages inside the pages
 * @throws if npm does not know one of them: the pages were built with another lockfile
 */
export function withHelpSite(list, site, bundled) {
  if (bundled.length === 0) throw new Error('dist/help has no list of its packages; run: npm run docs');
  const unknown = bundled.filter((ref) => site.components.every((component) => component['bom-ref'] !== ref));
  if (unknown.length > 0)
    throw new Error(`dist/help was built with another lockfile (${unknown.join(', ')}); run: npm run docs`);
  const { version, 'bom-ref': root } = list.metadata.component;
  const help = {
    'bom-ref': `take-a-number-help@${version}`,
    type: 'data',
    name: 'take-a-number-help',
    version,
    description: 'Documentation at /help/, built by npm run docs',
    licenses: [{ license: { id: 'MIT' } }],
  };
  const listed = new Set(list.components.map((component) => component['bom-ref']));
  const added = bundled.filter((ref) => !listed.has(ref));
  return {
    ...list,
    components: [
      ...list.components,
      help,
      ...site.components.filter((component) => added.includes(component['bom-ref'])).map(finished),
    ],
    dependencies: [
      ...list.dependencies.map((each) =>
        each.ref === root ? { ref: root, dependsOn: [...each.dependsOn, help['bom-ref']] } : each,
      ),
      { ref: help['bom-ref'], dependsOn: [...bundled] },
      ...site.dependencies
        .filter(({ ref }) => added.includes(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => bundled.includes(other)) })),
    ],
  };
}
