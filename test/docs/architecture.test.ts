/** Checks that `docs/explanation/architecture.md` names every folder, names only what exists, and stays short. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const MAX_WORDS = 2_500;
const GENERATED = new Set(['node_modules', 'dist', 'release', 'coverage', 'test-results']);
/** Pages name files from the root, or from one of these folders. */
const STARTS = ['', 'main', 'renderer'];
/** A path that begins with a tier is inside any feature. */
const BEGINS_WITH_TIER = /^(?:contract|rules|operations|sql|service|routes)\//;

const page = readFileSync(join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
const DECISIONS = 'docs/contributing/decisions';
const decisions = readdirSync(join(ROOT, DECISIONS)).map((name) => readFileSync(join(ROOT, DECISIONS, name), 'utf8'));
const tree = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

/** Paths of the folders in the tree, by their indentation. */
function foldersInTree(): readonly string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent, name] = /^( *)(\.?[\w-]+)\//.exec(line) ?? [];
    if (indent === undefined || name === undefined) return [];
    const depth = indent.length / 2;
    parents.splice(depth, parents.length, name);
    return [parents.join('/')];
  });
}

function foldersOnDisk(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !GENERATED.has(entry.name))
    .map(({ name }) => join(folder, name).replaceAll('\\', '/'));
}

/** Files and folders (with a slash at the end) that a text names between backticks. */
function namesIn(text: string): readonly string[] {
  const NAME = /`(\.?[\w-][\w.-]*(?:\/[\w.-]+)*(?:\/|\.(?:ts|tsx|mjs|md|json)))`/g;
  return [...text.matchAll(NAME)].map(([, name = '']) => name);
}

function exists(name: string): boolean {
  const starts = BEGINS_WITH_TIER.test(name) ? foldersOnDisk('main') : STARTS;
  return starts.some((start) => existsSync(join(ROOT, start, name)));
}

describe('docs/explanation/architecture.md', () => {
  it.each(['', 'main', 'renderer'])('lists every folder of %j in its tree', (folder) => {
    const listed = foldersInTree();
    expect(foldersOnDisk(folder).filter((path) => !listed.includes(path))).toEqual([]);
  });

  it('lists no folder in its tree that does not exist', () => {
    const listed = foldersInTree();
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('and the decision records name no file or folder that does not exist', () => {
    const names = [page, ...decisions].flatMap(namesIn);
    expect(names.length).toBeGreaterThan(100);
    expect(names.filter((name) => !exists(name))).toEqual([]);
  });

  it(`has at most ${MAX_WORDS} words`, () => {
    expect(page.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(MAX_WORDS);
  });
});
