// Rows of the tables of docs/compliance/accessibility-conformance.md.

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Clauses of a first cell: `4.2.7, 4.2.8`, `1.3.4 orientation`, `707.2, 707.3`. */
const numbersOf = (cell) => cell.match(/(?<![\d.])\d+(?:\.\d+)+/g) ?? [];

/** Words after the numbers of a first cell without a column for them: `orientation`. */
const nameOf = (cell) => cell.replace(/^[\d., ]+/, '');

/**
 * Every row with a state: its standard's numbers, requirement, state, evidence and the organisation's part.
 *
 * @param {string} page
 */
export function conformanceRows(page) {
  const rows = [];
  let heads = [];
  const lines = page.split('\n');
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('|') || line.startsWith('|---')) continue;
    const cells = cellsOf(line);
    if (lines[index + 1]?.startsWith('|---')) {
      heads = cells;
      continue;
    }
    const at = heads.indexOf('state');
    if (at < 1) continue;
    const cellOf = (...names) => cells[heads.findIndex((head) => names.some((name) => head.startsWith(name)))] ?? '';
    const requirement = cellOf('requirement', 'users');
    rows.push({
      kind: heads[0],
      numbers: numbersOf(cells[0]),
      clauses: requirement === '' ? numbersOf(cells[0]).join(', ') : cells[0],
      requirement: requirement || nameOf(cells[0]),
      state: cells[at],
      evidence: cellOf('implementation', 'reason'),
      organisation: cellOf('organisation'),
    });
  }
  return rows;
}
