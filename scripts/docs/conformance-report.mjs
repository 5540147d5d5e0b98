// Accessibility conformance report in the form of VPAT 2.5 INT, from the conformance table.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceRows } from './conformance-rows.mjs';
import { EN_CHAPTERS, SECTION_508, WCAG } from './conformance-standards.mjs';

const SOURCE = 'accessibility-conformance.md';
/** From the worst; a requirement with several clauses has the worst level of those that apply. */
const LEVELS = ['Does Not Support', 'Partially Supports', 'Supports', 'Not Applicable'];

function levelOf(state) {
  if (state.includes('**not yet**')) return 'Does Not Support';
  if (state.includes('**in part**')) return 'Partially Supports';
  return state.includes('**met**') ? 'Supports' : 'Not Applicable';
}

const worstOf = (levels) => LEVELS.find((level) => levels.includes(level));
const upperFirst = (text) => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());
const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`);
/** Text of the table, with references to its page as links. */
const withLinks = (text) =>
  text.replaceAll('](#', `](${SOURCE}#`).replaceAll('this page', `the [conformance table](${SOURCE})`);

/** The condition of a state (`met with voices`), unless the level says it all. */
function conditionOf({ state, organisation }) {
  if (state === '**organisation**') return organisation === '' ? 'depends on the organisation' : '';
  return /^(?:—|\*\*[a-z ]+\*\*)$/.test(state) ? '' : state.replaceAll('**', '');
}

function remarksOf(row) {
  const { state, evidence, organisation } = row;
  // A table without a column for the program has its evidence in that of the organisation.
  const isForOrganisation = organisation !== '' && (evidence !== '' || state.includes('**organisation**'));
  const part = isForOrganisation ? `Organisation: ${organisation}` : organisation;
  const sentences = [conditionOf(row), evidence, part].filter((text) => text !== '');
  return sentences.map((text) => sentence(upperFirst(withLinks(text)))).join(' ');
}

function table(head, rows) {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [`| ${head} | level | remarks |`, '|---|---|---|', ...lines].join('\n');
}

function criterionRow(rows, number) {
  const found = rows.find(({ kind, numbers }) => kind === 'criterion' && numbers.includes(number));
  if (found === undefined) throw new Error(`${SOURCE} has no row for criterion ${number}`);
  return found;
}

const line = (number, name, row) => [`${number} ${name}`, levelOf(row.state), remarksOf(row)];
const lineAsInTable = (row) => line(row.clauses, row.requirement, row);

function wcagTable(rows, level) {
  const has = (number) => rows.some(({ kind, numbers }) => kind === 'criterion' && numbers.includes(number));
  const lines = Object.entries(WCAG[level]).map(([number, name]) =>
    level === 'AAA' && !has(number)
      ? [`${number} ${name}`, 'Not Evaluated', '']
      : line(number, name, criterionRow(rows, number)),
  );
  return table('criterion', lines);
}

/** Row of a clause or, if the table has no such clause, of a criterion. */
function basisOf(rows, number) {
  const clause = rows.find(({ kind, numbers }) => kind === 'clause' && numbers.includes(number));
  return clause === undefined
    ? { standard: 'WCAG', row: criterionRow(rows, number) }
    : { standard: 'EN 301 549', row: clause };
}

function provision(rows, [number, name, basis]) {
  if (typeof basis !== 'string') return [`${number} ${name}`, basis.level, basis.remark];
  const bases = basis.split(', ').map((one) => basisOf(rows, one));
  const level = worstOf(bases.map(({ row }) => levelOf(row.state)));
  return [`${number} ${name}`, level, `As ${bases[0].standard} ${basis}.`];
}

const chapterLines = (rows, chapter) =>
  rows
    .filter(({ kind, numbers }) => kind === 'clause' && numbers.some((number) => number.startsWith(`${chapter}.`)))
    .map(lineAsInTable);

function webLines(rows) {
  const criteria = [...Object.keys(WCAG.A), ...Object.keys(WCAG.AA)].map((number) =>
    levelOf(criterionRow(rows, number).state),
  );
  const whole = criterionRow(rows, '9.6');
  return [
    ['9.1 to 9.4 criteria of WCAG', worstOf(criteria), 'As the tables of WCAG 2.2, levels A and AA.'],
    line('9.6', 'conformance of whole pages', whole),
  ];
}

function enTables(rows) {
  return Object.entries(EN_CHAPTERS)
    .map(([chapter, name]) => {
      const lines = chapter === '9' ? webLines(rows) : chapterLines(rows, chapter);
      return `### Chapter ${chapter}: ${name}\n\n${table('clause', lines)}`;
    })
    .join('\n\n');
}

const section508Tables = (rows) =>
  Object.entries(SECTION_508)
    .map(
      ([name, lines]) =>
        `### ${name}\n\n${table(
          'provision',
          lines.map((one) => provision(rows, one)),
        )}`,
    )
    .join('\n\n');

const adaTable = (rows) => table('section', rows.filter(({ kind }) => kind === 'section').map(lineAsInTable));

function productTable(root, page) {
  const { version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const evaluated = /^Evaluated: (.+)\.$/m.exec(page)?.[1];
  if (evaluated === undefined) throw new Error(`${SOURCE} has no evaluation date`);
  return [
    '| item | value |',
    '|---|---|',
    '| product | Take a Number |',
    `| version | ${version} |`,
    `| description | ${description.replace(/^A/, 'a')} |`,
    `| report date | ${evaluated} |`,
    '| contact | issue form *Bug report* of the project, see [contributing](../../CONTRIBUTING.md#report-a-bug) |',
    '| licence | MIT, source code published |',
  ].join('\n');
}

/**
 * A generated part of docs/compliance/accessibility-conformance-report.md.
 *
 * @param {string} root
 * @param {string} part
 */
export function conformanceReport(root, part) {
  const page = readFileSync(join(root, 'docs/compliance', SOURCE), 'utf8');
  const rows = conformanceRows(page);
  switch (part) {
    case 'product':
      return productTable(root, page);
    case 'wcag-a':
      return wcagTable(rows, 'A');
    case 'wcag-aa':
      return wcagTable(rows, 'AA');
    case 'wcag-aaa':
      return wcagTable(rows, 'AAA');
    case 'section-508':
      return section508Tables(rows);
    case 'en-301-549':
      return enTables(rows);
    case 'ada':
      return adaTable(rows);
    default:
      throw new Error(`the conformance report has no part ${part}`);
  }
}
