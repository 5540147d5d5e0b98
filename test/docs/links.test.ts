/** Links of the documents: each file and each heading that they name exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CODE_OF_CONDUCT.md',
  ...globSync('docs/**/*.md', { cwd: ROOT }),
];
/** Letters, digits, `_`, `-` and spaces stay in the anchor of a heading, as on GitHub. */
const NOT_IN_ANCHORS = /[^\p{L}\p{M}\p{N}_\- ]/gu;

const read = (document: string): string => readFileSync(join(ROOT, document), 'utf8');
/** Code has lines that look like headings and links. */
const proseOf = (document: string): string => read(document).replaceAll(/^```[\s\S]*?^```/gm, '');

/** Anchors of the headings; the second of one name ends in `-1`. */
function anchorsOf(document: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const headings = [...proseOf(document).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) => {
      const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
      const anchor = words.toLowerCase().replaceAll(NOT_IN_ANCHORS, '').replaceAll(' ', '-');
      const count = counts.get(anchor) ?? 0;
      counts.set(anchor, count + 1);
      return count === 0 ? anchor : `${anchor}-${count}`;
    }),
  );
}

interface Target {
  readonly file: string;
  readonly anchor: string;
}

/** Links that stay inside the project. */
function targetsOf(document: string): readonly Target[] {
  return [...proseOf(document).matchAll(/\]\(([^)\s#]*)(?:#([^)]*))?\)/g)]
    .filter(([, path = '']) => !/^[a-z]+:/.test(path))
    .map(([, path = '', anchor = '']) => ({
      file: path === '' ? document : join(dirname(document), path),
      anchor,
    }));
}

it('are read in every folder below docs', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(40);
  expect(DOCUMENTS.some((document) => document.startsWith('docs/reference/'))).toBe(true);
});

describe('the links of', () => {
  it.each(DOCUMENTS)('%s lead somewhere', (document) => {
    const files = targetsOf(document).map(({ file }) => file);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it.each(DOCUMENTS)('%s name headings that exist', (document) => {
    const missing = targetsOf(document)
      .filter(({ file, anchor }) => anchor !== '' && file.endsWith('.md') && existsSync(join(ROOT, file)))
      .filter(({ file, anchor }) => !anchorsOf(file).has(anchor));
    expect(missing).toEqual([]);
  });
});

it.each(DOCUMENTS)('%s has no text that a browser takes for a tag', (document) => {
  const words = proseOf(document)
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/<!--[\s\S]*?-->/g, '');
  const tags = [...words.matchAll(/(?<!\\)<\/?([a-z][\w-]*)[^>\n]*>/gi)].filter(
    ([tag]) => !/^<(?:br|img|\S+@\S+>)/.test(tag),
  );
  expect(tags.map(([tag]) => tag)).toEqual([]);
});
