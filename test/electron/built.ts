/** The real page and the real preload, built apart from `dist/` so that no other build is in the way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build, createBuilder } from 'vite';

const ROOT = resolve(import.meta.dirname, '../..');

export interface Built {
  readonly pagesDir: string;
  readonly mainDir: string;
  readonly preload: string;
  remove(): Promise<void>;
}

/** The page and the preload; the preload alone; or with `wholeProgram` all that `dist/main/` holds, and no page. */
export async function buildPageAndPreload({ wholeProgram = false, preloadOnly = false } = {}): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'take-a-number-'));
  const pagesDir = join(folder, 'renderer');
  const mainDir = join(folder, 'main');
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (!wholeProgram && !preloadOnly) {
    await build({
      configFile: join(ROOT, 'vite.renderer.config.ts'),
      logLevel: 'error',
      build: { outDir: pagesDir, emptyOutDir: true },
    });
  }
  const builder = await createBuilder({ configFile: join(ROOT, 'vite.main.config.ts'), logLevel: 'error' });
  const wanted = Object.values(builder.environments).filter(
    ({ name }) => name === 'preload_cjs' || (wholeProgram && /_c?js$/.test(name)),
  );
  for (const environment of wanted) {
    environment.config.build.outDir = mainDir;
    await builder.build(environment);
  }
  return { pagesDir, mainDir, preload: join(mainDir, 'preload.cjs'), remove };
}
