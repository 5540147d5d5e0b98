import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The pages that show each component in its states, for developers only: `npm run design`. */
export default defineConfig(({ command }) => ({
  root: here('./test/design'),
  // During development: http://localhost:5173/design/
  base: command === 'serve' ? '/design/' : './',
  publicDir: false,
  define: { PROGRAM_VERSION: JSON.stringify('0.0.0') },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { fs: { allow: [here('.')] } },
  build: {
    outDir: here('./.cache/design'),
    emptyOutDir: true,
    target: 'chrome130',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 4_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: readdirSync(here('./test/design'))
        .filter((name) => name.endsWith('.html'))
        .map((name) => here(`./test/design/${name}`)),
    },
  },
}));
