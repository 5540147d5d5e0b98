/** The house rules that a compiler does not check: which way imports point, and where certain words may stand. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => join(folder, name).replaceAll('\\', '/'))
    .sort();
}

/** Folder of `main/` (or `renderer`) → the folders that it may import, itself aside. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'main/contract': [],
  'main/settings': ['main/contract'],
  'main/logging': ['main/contract', 'main/context.ts'],
  'main/context.ts': ['main/contract'],
  'main/core': ['main/contract', 'main/context.ts'],
  'main/queue': ['main/contract', 'main/core'],
  'main/store': ['main/contract', 'main/core', 'main/context.ts', 'main/queue'],
  'main/server': ['main/contract', 'main/core', 'main/context.ts', 'main/queue', 'main/store'],
  'main/client': ['main/contract', 'main/core', 'main/context.ts'],
  'main/devices': ['main/contract', 'main/core', 'main/context.ts'],
  'main/printing': ['main/contract', 'main/core', 'main/context.ts', 'main/devices', 'main/logging'],
  'main/host': ['main/contract', 'main/core', 'main/context.ts', 'main/client', 'main/printing', 'main/devices'],
  'main/browser': ['main/contract', 'main/core', 'main/context.ts', 'main/host'],
  'main/electron': ['main/contract', 'main/core', 'main/context.ts', 'main/host'],
  // The published description of the site file drives the editors of the back office.
  renderer: ['main/contract', 'docs'],
};

function area(path: string): string {
  const [first, second] = path.split('/');
  return first === 'main' ? `${first}/${second}` : (first ?? '');
}

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|(?:^|\n)\s*import\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g;

function imports(path: string): string[] {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

const files = [...sources('main'), ...sources('renderer')];

describe('imports', () => {
  it('point one way', () => {
    const wrong = files.flatMap((file) => {
      const allowed = MAY_IMPORT[area(file)];
      if (allowed === undefined) return []; // the composition roots may import everything
      return imports(file)
        .filter((target) => target.startsWith('.'))
        .map((target) => relative(ROOT, resolve(ROOT, dirname(file), target)).replaceAll('\\', '/'))
        .filter((target) => !target.startsWith('assets/'))
        .filter((target) => area(target) !== area(file) && !allowed.includes(area(target)))
        .map((target) => `${file} → ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('reach the store of the server through its interface only', () => {
    const wrong = files
      .filter((file) => file.startsWith('main/server/'))
      .flatMap((file) =>
        imports(file)
          .filter((target) => /\/store\/(?!store\.ts$)/.test(target))
          .map((target) => `${file} → ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it('name electron in one folder', () => {
    const wrong = files
      .filter((file) => imports(file).includes('electron'))
      .filter((file) => !/^main\/(electron\/|main\.ts)/.test(file));
    expect(wrong).toEqual([]);
  });
});

/** Words that may stand in one place only. */
const HOME_OF: readonly { word: RegExp; name: string; home: RegExp }[] = [
  { name: 'process.env', word: /\bprocess\.env\b/, home: /^main\/settings\// },
  {
    name: 'the wall clock',
    word: /\bDate\.now\(|\bnew Date\(\)/,
    home: /^main\/(context|logging\/log)\.ts$|^renderer\//,
  },
  {
    name: 'SQL',
    word: /\b(?:INSERT INTO|SELECT [a-z*].* FROM|UPDATE [a-z_]+ SET|DELETE FROM|CREATE TABLE)\b/,
    home: /^main\/store\//,
  },
  // Under Electron it has left pictures empty (Brooooooklyn/canvas#1073).
  { name: 'putImageData, which belongs nowhere', word: /\.putImageData\(/, home: /^$/ },
  { name: 'escape bytes', word: /\\x1[bd]|0x1[bd]\b/i, home: /^main\/printing\/(escpos|virtual)\// },
];

describe('each word at home', () => {
  it.each(HOME_OF)('$name', ({ word, home }) => {
    const strangers = files.filter((file) => !home.test(file) && word.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(strangers).toEqual([]);
  });
});
