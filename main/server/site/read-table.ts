/** The rows of a table that somebody has saved as CSV, whatever their spreadsheet puts between two cells. */
import { parse } from 'csv-parse/sync';
import { fail, ok, type Result } from '../../contract/result.ts';
import type { TableRow } from '../../core/many/read-rows.ts';

const SEPARATORS = [';', '\t', ','] as const;
const MOST_ROWS = 20_000;

interface Read {
  readonly heading: TableRow;
  readonly rows: readonly TableRow[];
}

/** The line that cannot be read. */
export interface TableError {
  readonly line: number;
  readonly why: string;
}

export function readTable(text: string): Result<Read, TableError> {
  const firstLine = text.slice(0, text.search(/\r?\n|$/));
  // What stands most often in the heading: no name of a column has one of these in it.
  const [delimiter = ';'] = SEPARATORS.toSorted((one, other) => count(firstLine, other) - count(firstLine, one));
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MOST_ROWS + 2,
    }) as unknown as readonly { readonly info: { readonly lines: number }; readonly record: readonly string[] }[];
    const all = records
      .map(({ info, record }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const [heading, ...rows] = all;
    if (heading === undefined || rows.length === 0)
      return fail({ line: 1, why: 'A heading and at least one row are needed.' });
    if (rows.length > MOST_ROWS) return fail({ line: MOST_ROWS + 2, why: `A table has at most ${MOST_ROWS} rows.` });
    return ok({ heading, rows });
  } catch (error) {
    const { lines, message } = error as { readonly lines?: number; readonly message: string };
    return fail({ line: lines ?? 1, why: message });
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
