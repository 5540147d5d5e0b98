/** Security evidence: complete, and true in what it names. The pages with its tables are generated. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingTests, testsOf } from './named-tests.ts';

const REQUIREMENTS = readFileSync(join(import.meta.dirname, 'asvs-5.0.0-levels-1-and-2.txt'), 'utf8')
  .trim()
  .split('\n');

interface Line {
  /** What stands in the first column. */
  readonly name: string;
  readonly cells: readonly string[];
}

type Rows = readonly (readonly string[])[];
interface Evidence {
  /** By chapter. */
  readonly ASVS: Readonly<Record<string, Rows>>;
  readonly API: Rows;
  readonly Electron: Rows;
  readonly attacks: Rows;
  readonly features: Rows;
  readonly faults: Rows;
}

const EVIDENCE = JSON.parse(readFileSync(join(import.meta.dirname, 'security-evidence.json'), 'utf8')) as Evidence;

const linesOf = (rows: Rows): readonly Line[] => rows.map(([name = '', ...cells]) => ({ name, cells }));

const TABLES: Readonly<Record<string, readonly Line[]>> = {
  ASVS: linesOf(Object.values(EVIDENCE.ASVS).flat()),
  API: linesOf(EVIDENCE.API),
  Electron: linesOf(EVIDENCE.Electron),
  'attacks that were tried': linesOf(EVIDENCE.attacks),
  'faults that were tried': linesOf(EVIDENCE.faults),
  'features and their threats': linesOf(EVIDENCE.features),
};

/** Ids of the review of November 2026: letter → how many findings. */
const REVIEWED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'attacks that were tried': { S: 22 },
  'faults that were tried': { F: 10, P: 21, U: 5, C: 8, L: 9, D: 5, T: 4 },
};

/** `V1.2.3`, `V1.2.3, V1.2.4` or `V1.2.3 to V1.3.1`, which stands for all that the list has between them. */
function named(text: string): readonly string[] {
  return text.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    const [from, until] = [REQUIREMENTS.indexOf(first), REQUIREMENTS.indexOf(last)];
    if (from < 0 || until < from) throw new Error(`No requirement of levels 1 and 2: ${part}`);
    return REQUIREMENTS.slice(from, until + 1);
  });
}

describe('the tables', () => {
  it('have a line for each requirement of ASVS, and only one', () => {
    expect(REQUIREMENTS).toHaveLength(253);
    expect((TABLES.ASVS ?? []).flatMap(({ name }) => named(name))).toEqual(REQUIREMENTS);
  });

  it('have a line for each of the ten risks and the twenty points', () => {
    const count = (most: number, prefix: string) => Array.from({ length: most }, (_, index) => `${prefix}${index + 1}`);
    expect((TABLES.API ?? []).map(({ name }) => name)).toEqual(count(10, 'API'));
    expect((TABLES.Electron ?? []).map(({ name }) => name)).toEqual(count(20, ''));
  });
});

it.each(Object.entries(REVIEWED))('the table of %s has each finding of the review once', (table, counts) => {
  const ids = Object.entries(counts).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect((TABLES[table] ?? []).map(({ name }) => name)).toEqual(ids);
});

describe.each(Object.entries(TABLES))('each line of the table %s', (_table, lines) => {
  it('says what is asked, how it is met, and what shows it', () => {
    const empty = lines.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => cell === ''));
    expect(empty).toEqual([]);
  });

  it('names a test, or says why there is none', () => {
    const unshown = lines.filter(({ cells: [, , shown = ''] }) => {
      const tests = testsOf(shown).filter(({ file }) => /^test\/.+(?:\.test|-suite)\.ts$/.test(file));
      return tests.length === 0 && !/^no test: \S/.test(shown);
    });
    expect(unshown).toEqual([]);
  });

  it('says that something is not met where nothing shows it', () => {
    const silent = lines.filter(
      ({ cells: [, how = '', shown = ''] }) => shown === 'no test: not met' && !how.includes('**Not met**'),
    );
    expect(silent).toEqual([]);
  });

  it('names files and titles that there are', () => {
    const missing = lines.flatMap(({ name, cells }) => missingTests(cells[2] ?? '').map((one) => `${name}: ${one}`));
    expect(missing).toEqual([]);
  });
});
