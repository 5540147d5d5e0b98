/**
 * Bundles the store's thread once per test run. Threads that run TypeScript strip its types with WebAssembly each, and
 * V8 dies now and then (SIGTRAP, SIGSEGV in the books of its compiled code) when many such threads come and go in one
 * process, as they do in tests and nowhere else: the program's own thread is plain JavaScript too.
 */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default async function buildStoreWorker(): Promise<void> {
  const built = await build({
    configFile: false,
    root: here('../..'),
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      ssr: here('./store-host.ts'),
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { format: 'cjs' } },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk === undefined) throw new Error('The store thread was not built.');
  // In one step: another test run may be reading it.
  const file = here('../../dist/test/store-host.cjs');
  await mkdir(here('../../dist/test'), { recursive: true });
  await writeFile(`${file}.${process.pid}`, chunk.code);
  await rename(`${file}.${process.pid}`, file);
}
