/**
 * The program, bundled: one file for each way into it, so that it starts without looking for hundreds of modules.
 * Native packages stay in node_modules, where Electron's packer looks for them.
 */
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

interface Entry {
  readonly source: string;
  readonly format: 'es' | 'cjs';
  /** Whether it runs the server, with all packages that a server loads. */
  readonly isServer?: true;
}

/** Packages of hundreds of files, which take long to find. */
const BUNDLED = ['typebox'];

/** Packages that are native, start other programs, or are mostly data. The server's other packages are bundled. */
const APART = [
  '@napi-rs/canvas',
  'hyphen',
  'iconv-lite',
  'koffi',
  'node-thermal-printer',
  'nodemailer',
  'open',
  'opening_hours',
  'serialport',
  'usb',
];

/** Name in `dist/main/` → where it comes from. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  'main.js': { source: 'main/main.ts', format: 'es', isServer: true },
  'serve.js': { source: 'main/serve.ts', format: 'es', isServer: true },
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

const SITE_SHAPE = '/main/site/rules/site-shape.ts';

/**
 * Module that checks site files without a compiler, in place of the source file.
 *
 * @param file path of the source file
 */
export async function compileSiteShape(file: string): Promise<string> {
  const load = (path: string) => import(new URL(path, pathToFileURL(file)).href);
  const { SiteFileSchema } = await load('../contract/site.ts');
  const { SITE_SHAPE_OPTIONS } = await load('./site-shape.ts');
  const ajv = new Ajv({ ...SITE_SHAPE_OPTIONS, code: { source: true, esm: true } });
  const code = standaloneCode.default(ajv, ajv.compile(SiteFileSchema));
  const needed = [...new Set([...code.matchAll(/require\("(.+?)"\)/g)].map(([, name]) => name))];
  const imports = needed.map((name, place) => `import needed${place} from '${name}.js';\n`);
  const linked = code
    .replace('export default validate0;', '')
    .replaceAll(/require\("(.+?)"\)/g, (_, name) => `needed${needed.indexOf(name)}`);
  return `${imports.join('')}${linked}\nexport const siteShape = () => validate;\n`;
}

let siteShape: Promise<string> | null = null;

const compiledSiteShape: Plugin = {
  name: 'compiled-site-shape',
  async load(id) {
    if (!id.endsWith(SITE_SHAPE)) return null;
    siteShape ??= compileSiteShape(id);
    return { code: await siteShape, moduleType: 'js' };
  },
};

function environment(file: string, { source, format, isServer }: Entry): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: isServer ?? BUNDLED, external: APART },
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
  plugins: [compiledSiteShape],
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
