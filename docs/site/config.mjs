// VitePress configuration of the documentation site; scripts/build-help.mjs writes pages.json beside it.
import { readFileSync, writeFileSync } from 'node:fs';

const { version, base, outDir, sidebar, isKept } = JSON.parse(readFileSync(new URL('pages.json', import.meta.url), 'utf8'));

/** Anchors as on GitHub, because links in the pages use them. */
const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Path of a module's package in the lockfile; none for files of the site itself. */
const packageOf = (module) => /(node_modules\/.*node_modules\/|node_modules\/)(@[^/]+\/[^/]+|[^/]+)/.exec(module)?.[0];

/** Writes bundled.json: the packages that are part of the pages, for the bill of materials. */
function listPackages() {
  let isForBrowser;
  return {
    name: 'list-packages',
    configResolved: ({ build }) => {
      isForBrowser = !build.ssr;
    },
    generateBundle: (_options, bundle) => {
      if (!isForBrowser) return;
      const modules = Object.values(bundle).flatMap(({ moduleIds }) => moduleIds ?? []);
      const packages = new Set(modules.map((module) => packageOf(module.replaceAll('\\', '/'))));
      packages.delete(undefined);
      writeFileSync(new URL('bundled.json', import.meta.url), JSON.stringify([...packages].sort()));
    },
  };
}

export default {
  lang: 'en-GB',
  title: 'Take a Number',
  description: 'Documentation of Take a Number',
  base,
  // No request for /favicon.ico, which the server does not have.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  outDir,
  srcDir: 'pages',
  cacheDir: 'cache',
  metaChunk: true,
  // Without a style element, which the Content Security Policy forbids.
  appearance: { disableTransition: false },
  vite: {
    plugins: [listPackages()],
    define: { __VERSION__: JSON.stringify(version), __HAS_VERSIONS__: JSON.stringify(isKept) },
    logLevel: 'warn',
  },
  markdown: {
    anchor: { slugify },
    linkify: false,
    // The colours of Shiki are inline styles, which the Content Security Policy forbids.
    highlight: (code) => `<pre v-pre tabindex="0"><code>${escaped(code)}</code></pre>`,
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar,
    docFooter: { prev: false, next: false },
  },
};
