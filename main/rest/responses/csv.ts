/**
 * CSV responses (RFC 4180) in UTF-8 with BOM, streamed.
 */
import type { FastifyReply } from 'fastify';
import { sendDownload } from './download.ts';

export type Cell = string | number | boolean;
export type CsvRow = readonly Cell[];

export interface CsvTable {
  /** Without extension; letters, digits, `-` and `_`. */
  readonly fileName: string;
  readonly columns: readonly string[];
  /** Rows in batches. */
  readonly rows: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
  /** Default: a comma. */
  readonly separator?: string;
}

const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Start of a cell that a spreadsheet would execute as a formula. A cell also starts after a separator: much of Europe
 * uses `;`, and there quotes within a cell are plain characters. Leading quotes, as after our `;`, are removed, and the
 * next character starts the cell.
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
