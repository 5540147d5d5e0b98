/** Lines of a CSV file (RFC 4180) that no spreadsheet executes. */

export type Cell = string | number | boolean;
export type CsvRow = readonly Cell[];

/** Spreadsheets need it to recognise UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Start of a cell that a spreadsheet would execute as a formula. A cell also starts after a separator: much of Europe
 * uses `;`, and there quotes within a cell are plain characters. Leading quotes, as after our `;`, are removed, and the
 * next character starts the cell.
 */
const FORMULA = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[,;|\t\r\n])"*)|^(?=[\t\r])/g;
/** The apostrophe that `csvLine` puts before such a cell. */
const GUARD = /(?<=(?:^|[,;|\t\r\n])"*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])|^'(?=[\t\r])/g;
const QUOTED = /[",;|\t\r\n]/;

export function csvLine(cells: CsvRow, separator = ','): string {
  return `${cells.map(cellText).join(separator)}\r\n`;
}

/** A cell of a file that this program has written. */
export function withoutGuards(cell: string): string {
  return cell.replace(GUARD, '');
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell);
  const safe = cell.replace(FORMULA, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
