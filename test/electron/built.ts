/** Paths of the built pages and preload script. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DIST = resolve(import.meta.dirname, '../../dist');

export interface Built {
  readonly pagesDir: string;
  readonly mainDir: string;
  readonly preload: string;
}

/** Throws if the program is not built; `npm test` builds it first. */
export function builtProgram(): Built {
  const mainDir = join(DIST, 'main');
  const preload = join(mainDir, 'preload.cjs');
  if (!existsSync(preload)) throw new Error('The program is not built: run `npm run build` first.');
  return { pagesDir: join(DIST, 'renderer'), mainDir, preload };
}
