/** Which scripts a page loads before it shows anything, read from the manifest that the build leaves beside the pages. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const FOLDER = 'dist/renderer';

/** The most script that a page may load at its start, gzip, in kB. Every page has its line. */
export const PAGE_LIMITS_KB: Readonly<Record<string, number>> = {
  display: 60,
  kiosk: 65,
  counter: 60,
  // For a cheap phone on a poor network.
  ticket: 40,
  // For the browser of a television.
  pair: 32,
  admin: 70,
};

/** As Vite writes it: by source file, or by name for a chunk that pages share. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

export interface PageScripts {
  readonly page: string;
  /** Relative to the project. */
  readonly files: readonly string[];
  readonly limitKb: number;
}

function gzipSize(file: string): number {
  return gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length;
}

/** Every built page: its entry, all that it imports, and the largest of the languages of which it loads one, all its files. */
export function pageScripts(): PageScripts[] {
  const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

  const withImports = (name: string, seen = new Set<string>()): Set<string> => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(chunk.file)) return seen;
    seen.add(chunk.file);
    for (const next of chunk.imports ?? []) withImports(next, seen);
    return seen;
  };
  const sizeBeside = (files: ReadonlySet<string>, more: ReadonlySet<string>): number =>
    [...more].filter((file) => !files.has(file)).reduce((sum, file) => sum + gzipSize(file), 0);

  return Object.entries(manifest).flatMap(([name, entry]) => {
    if (entry.isEntry !== true) return [];
    const page = name.split('/')[0] ?? name;
    const limitKb = PAGE_LIMITS_KB[page];
    if (limitKb === undefined) throw new Error(`The page ${page} has no limit in bench/page-chunks.ts`);
    const files = withImports(name);
    const texts = (entry.dynamicImports ?? []).filter((each) => each.includes('assets/locales/'));
    const languages = [...Map.groupBy(texts, dirname).values()].map(
      (names) => new Set(names.flatMap((each) => [...withImports(each)])),
    );
    const largest = languages.toSorted((a, b) => sizeBeside(files, b) - sizeBeside(files, a))[0] ?? [];
    const all = new Set([...files, ...largest]);
    return [{ page, files: [...all].map((file) => join(FOLDER, file)), limitKb }];
  });
}
