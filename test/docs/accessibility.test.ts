/** docs/accessibility.md names what is there: each test file that it calls to witness, and states of its own table alone. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/accessibility.md', import.meta.url), 'utf8');
const tests = new URL('../', import.meta.url);

/** Cells of each row of its tables, under the heads of theirs. */
function rows(): readonly { readonly heads: readonly string[]; readonly cells: readonly string[] }[] {
  let heads: readonly string[] = [];
  return page.split('\n').flatMap((line, index, lines) => {
    if (!line.startsWith('|') || line.startsWith('|---')) return [];
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (lines[index + 1]?.startsWith('|---') !== true) return [{ heads, cells }];
    heads = cells;
    return [];
  });
}

/** As they stand at the top of the page: `**met**`, `—`. */
const STATES = rows().flatMap(({ heads, cells }) => (heads[0] === 'state' ? [cells[0] ?? ''] : []));

it('names only tests that are there', () => {
  const named = [...page.matchAll(/`([\w/.-]+\.(?:test|proof)\.tsx?)`/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(50);
  // One without its folder stands anywhere below.
  const isThere = (file: string): boolean =>
    existsSync(new URL(file, tests)) || globSync(`**/${file}`, { cwd: tests.pathname }).length > 0;
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

it('says of each row in which state it is, in the words of the table at its top', () => {
  expect(STATES).toHaveLength(5);
  const stated = rows().filter(({ heads }) => heads.indexOf('state') > 0);
  expect(stated.length).toBeGreaterThan(70);
  const unknown = stated
    .filter(({ heads, cells }) => !STATES.some((state) => cells[heads.indexOf('state')]?.startsWith(state)))
    .map(({ cells }) => cells.join(' | '));
  expect(unknown).toEqual([]);
});

it('says each clause of what a closed machine says aloud by itself', () => {
  const clauses = rows().map(({ cells }) => cells[0]);
  const wanted = Array.from({ length: 16 }, (_, index) => `5.1.3.${index + 1}`);
  expect(wanted.filter((clause) => !clauses.includes(clause))).toEqual([]);
});

/** Level A and AA of WCAG 2.2, and 4.1.1, which went with it and is asked by EN 301 549 all the same. */
const CRITERIA =
  `1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13
2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8
3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.1 4.1.2 4.1.3`.split(/\s/);

it('has a row for each criterion of WCAG, A and AA', () => {
  const named = rows().flatMap(({ heads, cells }) =>
    heads[0] === 'criterion' ? (cells[0]?.match(/\d\.\d\.\d+/g) ?? []) : [],
  );
  expect(CRITERIA.filter((criterion) => !named.includes(criterion))).toEqual([]);
});
