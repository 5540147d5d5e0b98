/** docs/compliance/accessibility-conformance.md: existing tests, valid states and complete criteria. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync(new URL('../../docs/compliance/accessibility-conformance.md', import.meta.url), 'utf8');
const tests = new URL('../', import.meta.url);

/** Cells of each table row, by the column heads. */
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

/** States as listed at the top of the page: `**met**`, `—`. */
const STATES = rows().flatMap(({ heads, cells }) => (heads[0] === 'state' ? [cells[0] ?? ''] : []));

it('names only existing tests', () => {
  const named = [...page.matchAll(/`([\w/.-]+\.test\.tsx?)`/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(50);
  // A name without a folder can be in any folder.
  const isThere = (file: string): boolean =>
    existsSync(new URL(file, tests)) || globSync(`**/${file}`, { cwd: tests.pathname }).length > 0;
  expect(named.filter((file) => !isThere(file))).toEqual([]);
});

it('states each row with a state of the table at its top', () => {
  expect(STATES).toHaveLength(5);
  const stated = rows().filter(({ heads }) => heads.indexOf('state') > 0);
  expect(stated.length).toBeGreaterThan(70);
  const unknown = stated
    .filter(({ heads, cells }) => !STATES.some((state) => cells[heads.indexOf('state')]?.startsWith(state)))
    .map(({ cells }) => cells.join(' | '));
  expect(unknown).toEqual([]);
});

/** Numbers of a row: `4.2.3`, and those of ADA. */
const NUMBER = /(?<![\d.])\d+(?:\.\d+)+(?!:)/g;
const TEST_FILE = /`[\w/.-]+\.test\.tsx?`/;

it('has evidence for each met row: a test, or the row that names it', () => {
  const all = rows().filter(({ heads }) => heads.indexOf('state') > 0);
  const shows = (cells: readonly string[], before: readonly (readonly string[])[] = []): boolean => {
    const words = cells.slice(1).join(' | ');
    if (TEST_FILE.test(words)) return true;
    const others = words.match(/\bas (\d[\d., and]+)/i)?.[1]?.match(NUMBER) ?? [];
    return others.some((other) =>
      all.some(
        ({ cells: row }) =>
          row[0]?.match(NUMBER)?.includes(other) === true &&
          ![...before, cells].includes(row) &&
          shows(row, [...before, cells]),
      ),
    );
  };
  const met = all.filter(({ heads, cells }) => cells[heads.indexOf('state')]?.includes('**met**'));
  expect(met.length).toBeGreaterThan(90);
  expect(met.filter(({ cells }) => !shows(cells)).map(({ cells }) => cells.join(' | '))).toEqual([]);
});

it('is linked from the page for kiosk installers', () => {
  expect(readFileSync(new URL('../../docs/admin/kiosk-device.md', import.meta.url), 'utf8')).toContain(
    '](../compliance/accessibility-conformance.md#hardware-8)',
  );
  expect(page).toMatch(/^## Hardware \(8\)$/m);
});

const DOCUMENTS = globSync('{README,SECURITY,CHANGELOG,CONTRIBUTING,CODE_OF_CONDUCT}.md', {
  cwd: new URL('../../', import.meta.url).pathname,
}).concat(globSync('docs/**/*.md', { cwd: new URL('../../', import.meta.url).pathname }));

it.each(DOCUMENTS)('%s is accessible: ordered headings, and a text for each picture', (document) => {
  // Code can have lines that begin like headings.
  const text = readFileSync(new URL(`../../${document}`, import.meta.url), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
  const levels = [...text.matchAll(/^(#+) /gm)].map(([, marks = '']) => marks.length);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  const pictures = [
    ...text.matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g),
    ...text.matchAll(/<img[^>]*?alt="([^"]*)"[^>]*?src="([^"]+)"/g),
  ];
  expect(pictures.filter(([, words = '']) => words.trim().length < 4).map(([whole]) => whole)).toEqual([]);
  expect([...text.matchAll(/<img(?![^>]*\balt=)[^>]*>/g)].map(([whole]) => whole)).toEqual([]);
});

it('quotes test titles that exist', () => {
  const quoted = [...page.matchAll(/`([\w/.-]+\.test\.tsx?)` "([^"]+)"/g)];
  expect(quoted.length).toBeGreaterThan(2);
  const found = ([, file = '', words = '']: readonly string[]): boolean =>
    globSync(`**/${file}`, { cwd: tests.pathname }).some((path) =>
      readFileSync(new URL(path, tests), 'utf8').includes(words),
    );
  expect(quoted.filter((quote) => !found(quote)).map(([whole]) => whole)).toEqual([]);
});

/**
 * EN 301 549 V3.2.1 except 9 (the criteria below) and 10: only the sections of 6 and 7, which do not apply; of 11 the
 * requirements for closed functionality, and those that are no criteria. 5.1.6 includes both of its parts.
 */
const CLAUSES = `
4.2.1 4.2.2 4.2.3 4.2.4 4.2.5 4.2.6 4.2.7 4.2.8 4.2.9 4.2.10 4.2.11
5.1.2.1 5.1.2.2 5.1.3.1 5.1.3.2 5.1.3.3 5.1.3.4 5.1.3.5 5.1.3.6 5.1.3.7 5.1.3.8 5.1.3.9 5.1.3.10 5.1.3.11 5.1.3.12 5.1.3.13
5.1.3.14 5.1.3.15 5.1.3.16 5.1.4 5.1.5 5.1.6 5.1.7 5.2 5.3 5.4 5.5.1 5.5.2 5.6.1 5.6.2 5.7 5.8 5.9
6.1 6.2 6.3 6.4 6.5 6.6 7.1 7.2 7.3
8.1.1 8.1.2 8.1.3 8.2.1.1 8.2.1.2 8.2.2.1 8.2.2.2 8.3.1 8.3.2.1 8.3.2.2 8.3.2.3.1 8.3.2.3.2 8.3.2.3.3 8.3.2.4 8.3.2.5 8.3.2.6
8.3.3.1 8.3.3.2 8.3.3.3.1 8.3.3.3.2 8.3.4.1 8.3.4.2 8.3.4.3.1 8.3.4.3.2 8.3.4.3.3 8.3.5 8.3.6 8.4.1 8.4.2.1 8.4.2.2 8.4.3 8.5
9.6
11.1 11.2 11.3 11.4 11.1.1.1.2 11.1.2.1.2 11.1.2.3.2 11.1.3.1.2 11.1.3.2.2 11.1.3.5.2 11.1.4.4.2 11.1.4.5.2 11.1.4.10.2
11.2.1.1.2 11.2.1.4.2 11.3.1.1.2 11.3.3.1.2 11.4.1.1.2 11.4.1.2.2 11.5.1 11.5.2.1 11.5.2.2 11.5.2.3 11.5.2.4 11.5.2.5
11.5.2.6 11.5.2.7 11.5.2.8 11.5.2.9 11.5.2.10 11.5.2.11 11.5.2.12 11.5.2.13 11.5.2.14 11.5.2.15 11.5.2.16 11.5.2.17
11.6.1 11.6.2 11.7 11.8.1 11.8.2 11.8.3 11.8.4 11.8.5
12.1.1 12.1.2 12.2.1 12.2.2 12.2.3 12.2.4`
  .trim()
  .split(/\s+/);

it('has a row for each clause of EN 301 549, under its own number', () => {
  const named = rows().flatMap(({ cells }) => cells[0]?.match(/(?<![\d.])\d+(?:\.\d+)+/g) ?? []);
  expect(CLAUSES.filter((clause) => !named.includes(clause))).toEqual([]);
});

/** Level A and AA of WCAG 2.2, and 4.1.1, which WCAG 2.2 removed and EN 301 549 still requires. */
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
