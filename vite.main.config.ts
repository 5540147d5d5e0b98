/**
 * The program, bundled: one file for each way into it, so that it starts without looking for hundreds of modules.
 * Packages stay outside but for a few, in node_modules, where the native ones and Electron's packer look for them.
 */
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Entry {
  readonly source: string;
  readonly format: 'es' | 'cjs';
}

/** Packages of hundreds of files, none of them native: to look for each file takes half of a start. */
const BUNDLED = ['typebox'];

/** Name in `dist/main/` → where it comes from. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  'main.js': { source: 'main/main.ts', format: 'es' },
  'serve.js': { source: 'main/serve.ts', format: 'es' },
  // Threads that start inside Electron's archive are seen to work as CommonJS; as ES modules nobody has said so.
  'store-worker.cjs': { source: 'main/store/sqlite/worker.ts', format: 'cjs' },
  'backup-worker.cjs': { source: 'main/store/transfer/backup-worker.ts', format: 'cjs' },
  'report-worker.cjs': { source: 'main/app/report-thread/report-worker.ts', format: 'cjs' },
  'moving.js': { source: 'main/database-cli.ts', format: 'es' },
  'conformance.js': { source: 'main/conformance-cli.ts', format: 'es' },
  'reader.js': { source: 'main/reader-cli.ts', format: 'es' },
  'printer.js': { source: 'main/app/printer/cli.ts', format: 'es' },
  // A sandboxed preload cannot be an ES module.
  'preload.cjs': { source: 'main/kiosk/shells/electron/preload.ts', format: 'cjs' },
};

function environment(file: string, { source, format }: Entry): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: BUNDLED },
    build: {
      outDir: here('./dist/main'),
      emptyOutDir: false,
      copyPublicDir: false,
      ssr: true,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: here(`./${source}`),
        external: ['electron'],
        // How long its parts took says nothing to whoever starts the program.
        checks: { pluginTimings: false },
        // What an entry shares with a late chunk gets a chunk of its own. Were it left in the entry, the late chunk
        // would wait for the entry to end, and an entry that awaits the whole program ends with the program.
        preserveEntrySignatures: 'strict',
        output: {
          format,
          entryFileNames: file,
          // What is loaded late stays apart, and beside its entry: paths are told from where a file lies.
          chunkFileNames: `${file.replace(/\.\w+$/, '')}-[name].${format === 'cjs' ? 'cjs' : 'js'}`,
        },
      },
    },
  };
}

const present = Object.entries(ENTRIES).filter(([file, { source }]) => {
  if (existsSync(here(`./${source}`))) return true;
  process.stderr.write(`dist/main/${file} is left out: there is no ${source}.\n`);
  return false;
});

const environments = Object.fromEntries(
  present.map(([file, entry]) => [file.replaceAll(/[^a-z]/g, '_'), environment(file, entry)]),
);

export default defineConfig({
  root: here('.'),
  publicDir: false,
  environments,
  builder: {
    async buildApp(builder) {
      rmSync(here('./dist/main'), { recursive: true, force: true });
      // `client` and `ssr` are there in any case; only ours are built.
      for (const name of Object.keys(environments)) {
        const each = builder.environments[name];
        if (each !== undefined) await builder.build(each);
      }
    },
  },
});
