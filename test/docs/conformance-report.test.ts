/** Accessibility conformance report: every row of the conformance table, with its level. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conformanceReport } from '../../scripts/docs/conformance-report.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = 'docs/compliance';
const TABLE = `${FOLDER}/accessibility-conformance.md`;
const table = readFileSync(join(ROOT, TABLE), 'utf8');
const report = readFileSync(join(ROOT, FOLDER, 'accessibility-conformance-report.md'), 'utf8');

const LEVELS = ['Supports', 'Partially Supports', 'Does Not Support', 'Not Applicable', 'Not Evaluated'];

const numbersIn = (text: string): readonly string[] => text.match(/(?<![\d.])\d+(?:\.\d+)+/g) ?? [];
const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

interface Row {
  readonly head: string;
  readonly first: string;
  readonly others: readonly string[];
}

/** Rows of the tables whose heads have the column. */
function rowsWith(page: string, column: string): readonly Row[] {
  let heads: readonly string[] = [];
  return page.split('\n').flatMap((line, at, lines) => {
    if (!line.startsWith('|') || line.startsWith('|---')) return [];
    const cells = cellsOf(line);
    if (lines[at + 1]?.startsWith('|---') === true) {
      heads = cells;
      return [];
    }
    const [first = '', ...others] = cells;
    return heads.indexOf(column) > 0 ? [{ head: heads[0] ?? '', first, others }] : [];
  });
}

const reported = rowsWith(report, 'level');
/** Rows of one standard that name a number. */
const linesFor = (head: string, number: string): readonly Row[] =>
  reported.filter(({ head: of, first }) => of === head && numbersIn(first).includes(number));

/** The level of a state of the table. */
function levelOf(cells: readonly string[]): string {
  const state = cells.find((cell) => cell.startsWith('**') || cell === '—') ?? '';
  if (state.includes('not yet')) return 'Does Not Support';
  if (state.includes('in part')) return 'Partially Supports';
  return state.includes('met') ? 'Supports' : 'Not Applicable';
}

/** Where the report has a row of the table. */
const headOf = (head: string, number: string): string => (head === 'criterion' && number === '9.6' ? 'clause' : head);

const stated = rowsWith(table, 'state');

describe('the accessibility conformance report', () => {
  it('has every clause, criterion and section of the table, with its level', () => {
    expect(stated.length).toBeGreaterThan(150);
    const missing = stated.flatMap(({ head, first, others }) =>
      numbersIn(first)
        .filter((number) => !linesFor(headOf(head, number), number).some((row) => row.others[0] === levelOf(others)))
        .map((number) => `${number}: ${levelOf(others)}`),
    );
    expect(missing).toEqual([]);
  });

  it('repeats the evidence of every row', () => {
    const tests = (texts: readonly string[]): readonly string[] => texts.join(' ').match(/`[\w/.-]+\.test\.ts`/g) ?? [];
    const missing = stated.flatMap(({ head, first, others }) => {
      const number = numbersIn(first)[0] ?? '';
      const remarks = linesFor(headOf(head, number), number).map((row) => row.others.join(' '));
      return tests(others).filter((test) => !remarks.some((remark) => remark.includes(test)));
    });
    expect(missing).toEqual([]);
  });

  it('states one of the five levels in each row, and "Not Evaluated" at level AAA only', () => {
    expect(reported.filter(({ others }) => !LEVELS.includes(others[0] ?? ''))).toEqual([]);
    const [beforeAaa = '', rest = ''] = report.split('## WCAG 2.2, level AAA');
    const [, afterAaa = ''] = rest.split('## Revised 508');
    expect(afterAaa).toContain('302.1');
    expect(rowsWith(beforeAaa + afterAaa, 'level').filter(({ others }) => others[0] === 'Not Evaluated')).toEqual([]);
  });

  it('has the 32, 24 and 31 criteria of levels A, AA and AAA', () => {
    const criteria = (level: string): number =>
      rowsWith(conformanceReport(ROOT, `wcag-${level}`), 'level').filter(({ head }) => head === 'criterion').length;
    expect(['a', 'aa', 'aaa'].map(criteria)).toEqual([32, 24, 31]);
  });

  it('has chapters 3 to 6 of Revised 508 and 4 to 13 of EN 301 549', () => {
    const chapters = (part: string): readonly string[] =>
      [...conformanceReport(ROOT, part).matchAll(/^### Chapter (\d+):/gm)].map(([, chapter = '']) => chapter);
    expect(chapters('section-508').toSorted()).toEqual(['3', '4', '5', '6']);
    expect(chapters('en-301-549').map(Number)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  });

  it('names the version of the program', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };
    expect(report).toContain(`| version | ${version} |`);
  });
});

describe('a change of the table', () => {
  /** The report of a table in which one text is another. */
  function reportOf(part: string, from: string, to: string): readonly Row[] {
    expect(table).toContain(from);
    const root = mkdtempSync(join(tmpdir(), 'conformance-'));
    try {
      mkdirSync(join(root, FOLDER), { recursive: true });
      writeFileSync(join(root, 'package.json'), readFileSync(join(ROOT, 'package.json')));
      writeFileSync(join(root, TABLE), table.replace(from, to));
      return rowsWith(conformanceReport(root, part), 'level');
    } finally {
      rmSync(root, { recursive: true });
    }
  }
  const levelIn = (rows: readonly Row[], number: string): string | undefined =>
    rows.find(({ first }) => numbersIn(first).includes(number))?.others[0];

  it('changes the provision of 508 that depends on it', () => {
    const before = rowsWith(conformanceReport(ROOT, 'section-508'), 'level');
    expect([levelIn(before, '302.4'), levelIn(before, '402.2.3')]).toEqual(['Supports', 'Supports']);
    const deaf = reportOf('section-508', '| without hearing | **met** |', '| without hearing | **not yet** |');
    expect(levelIn(deaf, '302.4')).toBe('Does Not Support');
    const speech = reportOf(
      'section-508',
      '| speech matches the screen | **met** |',
      '| speech matches | **in part** |',
    );
    expect(levelIn(speech, '402.2.3')).toBe('Partially Supports');
  });

  it('changes the summary of the web criteria', () => {
    const rows = reportOf('en-301-549', '| 1.4.1 use of colour | **met** |', '| 1.4.1 use of colour | **in part** |');
    expect(levelIn(rows, '9.1')).toBe('Partially Supports');
  });

  it('is refused if a criterion has no row', () => {
    expect(() => reportOf('wcag-a', '| 1.4.1 use of colour |', '| colour |')).toThrow('no row for criterion 1.4.1');
  });
});
