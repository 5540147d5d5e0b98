import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const { version } = JSON.parse(readFileSync(here('./package.json'), 'utf8')) as { version: string };

/** Every browser that these pages meet reads woff2: leave the older format out of the package. */
const woff2Only = {
  postcssPlugin: 'woff2-only',
  Declaration: {
    src: (source: { value: string }): void => {
      const kept = source.value.replaceAll(/,\s*url\([^)]+\.woff\)\s*format\('woff'\)/g, '');
      if (kept !== source.value) source.value = kept;
    },
  },
};

/** A page is a folder of `renderer/` with an `index.html`. */
const pages = readdirSync(here('./renderer'))
  .map((name) => [name, here(`./renderer/${name}/index.html`)] as const)
  .filter(([, file]) => existsSync(file));

/** Scripts and styles lie beside themselves in small, for phones on a poor network: nobody packs them while they wait. */
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = '' }, bundle) {
    for (const name of Object.keys(bundle).filter((each) => /^assets\/.*\.(js|css)$/.test(each))) {
      writeFileSync(join(dir, `${name}.gz`), gzipSync(readFileSync(join(dir, name)), { level: 9 }));
    }
  },
};

/**
 * The pages. Everything is a file of its own with a relative address, so that a page works below any origin, under
 * Electron's `app://`, and with a content security policy that allows nothing inline.
 */
export default defineConfig({
  root: here('./renderer'),
  base: './',
  publicDir: false,
  define: { PROGRAM_VERSION: JSON.stringify(version) },
  plugins: [packed],
  css: { postcss: { plugins: [woff2Only] } },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: here('./dist/renderer'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Where German words may be divided is the largest: fetched with the first that has no room.
    chunkSizeWarningLimit: 300,
    // Says which chunks a page is made of, for the check of their sizes.
    manifest: true,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: Object.fromEntries(pages),
    },
  },
});
