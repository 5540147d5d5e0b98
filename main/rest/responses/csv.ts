/**
 * CSV responses (RFC 4180) in UTF-8 with BOM, streamed.
 *
 * UTF-8 with a mark that says so, written as it is read.
 */
import type { FastifyReply } from 'fastify';
import { sendDownload } from './download.ts';

export type Cell = string | number | boolean;
export type CsvRow = readonly Cell[];

export interface CsvTable {
  /** Without its ending; letters, digits, `-` and `_`. */
  readonly fileName: string;
  readonly columns: readonly string[];
  /** Some rows at a time. */
  readonly rows: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
  /** A comma when left out. */
  readonly separator?: string;
}

const BYTE_ORDER_MARK = '\uFEFF';
/**
 * A spreadsheet takes a cell that begins so for a formula, and does what it says. A cell begins also after a separator:
 * in half of Europe it is `;`, and there quotes that do not stand first are nothing but letters. Quotes that stand first
 * there, as they do behind a `;` of ours, are taken away, and what comes after them begins the cell.
 */
const FORMULA = /(?=[=+\-@\uff1d\uff0b\uff0d\uff20])(?<=(?:^|[,;|\t\r\n])"*)|^(?=[\t\r])/g;
const QUOTED = /[",;|\t\r\n]/;

export function csvLine(cells: CsvRow, separator = ','): string {
  return `${cells.map(cellText).join(separator)}\r\n`;
}

function cellText(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell);
  const safe = cell.replace(FORMULA, "'");
  return QUOTED.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* lines({ columns, rows, separator }: CsvTable): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns, separator);
  for await (const some of rows) {
    if (some.length > 0) yield some.map((row) => csvLine(row, separator)).join('');
  }
}

export function sendCsv(reply: FastifyReply, table: CsvTable): FastifyReply {
  const type = 'text/csv; charset=utf-8; header=present';
  return sendDownload(reply, { type, name: table.fileName, ending: 'csv', text: lines(table) });
}
