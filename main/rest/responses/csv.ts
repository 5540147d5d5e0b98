/**
 * CSV responses (RFC 4180) in UTF-8 with BOM, streamed.
 */
import type { FastifyReply } from 'fastify';
import { BYTE_ORDER_MARK, type CsvRow, csvLine } from '../../lib/csv-line.ts';
import { sendDownload } from './download.ts';

export interface CsvTable {
  /** Without extension; letters, digits, `-` and `_`. */
  readonly fileName: string;
  readonly columns: readonly string[];
  /** Rows in batches. */
  readonly rows: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
  /** Default: a comma. */
  readonly separator?: string;
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
