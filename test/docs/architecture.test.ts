/** The page about the house names every room there is, and none that is not. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const list = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
/** What the list says from a column on is about the folders that stand before it. */
const WORDS_BEGIN_AT = 22;
const MADE = new Set(['node_modules', 'dist', 'release', 'coverage', 'test-results']);

function foldersIn(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !MADE.has(entry.name))
    .map(({ name }) => name);
}

function foldersNamedIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/(\.?[\w-]+)\//g)].map((match) => match[1] ?? ''));
}

const rows = list
  .split('\n')
  .map((line) => ({ named: line.slice(0, WORDS_BEGIN_AT), words: line.slice(WORDS_BEGIN_AT) }));
const rooms = rows.filter(({ named }) => /^\S/.test(named)).flatMap(({ named }) => [...foldersNamedIn(named)]);

/** What stands further in than the folder, until the next one. */
function within(folder: string): typeof rows {
  const start = rows.findIndex(({ named }) => named.startsWith(folder));
  const depth = folder.search(/\S/);
  const length = rows.slice(start + 1).findIndex(({ named }) => named.trim() !== '' && named.search(/\S/) <= depth);
  return rows.slice(start, length < 0 ? undefined : start + 1 + length);
}

describe('the list of folders', () => {
  it('has those of the root', () => {
    expect(foldersIn('.').filter((name) => !rooms.includes(name))).toEqual([]);
  });

  it.each(['main', 'renderer'])('has those of %s', (folder) => {
    const named = foldersNamedIn(
      within(`${folder}/`)
        .map((row) => row.named)
        .join('\n'),
    );
    expect(foldersIn(folder).filter((name) => !named.has(name))).toEqual([]);
  });

  it('has those of the server', () => {
    const named = foldersNamedIn(
      within('  server/')
        .map((row) => row.words)
        .join('\n'),
    );
    expect(foldersIn('main/server').filter((name) => !named.has(name))).toEqual([]);
  });
});

it('every file and folder that the page names is there', () => {
  const inside = (room: string) =>
    readdirSync(join(ROOT, room), { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`);
  const there = new Set(rooms.flatMap(inside).flatMap(endings));
  const named = [...page.matchAll(/`([\w-]+(?:\/[\w-]+)*(?:\/|\.(?:ts|tsx|mjs)))`/g)].map((match) => match[1] ?? '');
  const listed = [
    ...[...list.matchAll(/[\w-]+(?:\/[\w-]+)*\.(?:ts|tsx|mjs)\b/g)].map(([name]) => name),
    ...rows.flatMap((row) => [...foldersNamedIn(row.named)].map((name) => `${name}/`)),
  ];
  expect(named.length).toBeGreaterThan(50);
  expect([...named, ...listed].filter((name) => !there.has(name))).toEqual([]);
});

/** `a/b/c.ts` → it, `b/c.ts`, `c.ts`, `a/`, `a/b/`, `b/`: all names by which a page may call it, or a folder that holds it. */
function endings(path: string): readonly string[] {
  const parts = path.replaceAll('\\', '/').split('/');
  return parts.flatMap((_, start) =>
    parts.slice(start).map((_part, count) => {
      const name = parts.slice(start, start + count + 1).join('/');
      return start + count + 1 < parts.length || !name.includes('.') ? `${name}/` : name;
    }),
  );
}
