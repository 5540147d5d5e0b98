/** Reader of CSV tables from any spreadsheet program. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { parse } from 'csv-parse';
import { fail, ok, type Result } from '../../lib/result.ts';
import type { TableRow } from '../rules/bulk-edit/read-rows.ts';

const SEPARATORS = [';', '\t', ','] as const;
const MAX_ROWS = 20_000;
/** Maximum size of a row. */
const MAX_ROW_BYTES = 200_000;
/** Bytes read per event-loop turn: 1 to 2 ms. */
const STEP_BYTES = 16_384;

interface Read {
  readonly heading: TableRow;
  readonly rows: readonly TableRow[];
}

/** Position of an unreadable line. */
export interface TableError {
  readonly line: number;
  readonly why: string;
}

export async function readTable(text: string): Promise<Result<Read, TableError>> {
  const firstLine = text.slice(0, text.search(/\r?\n|$/));
  // The most frequent separator in the heading: no column name contains one.
  const [delimiter = ';'] = SEPARATORS.toSorted((one, other) => count(firstLine, other) - count(firstLine, one));
  try {
    const reader = Readable.from(pieces(text)).compose(
      parse({
        bom: true,
        delimiter,
        info: true,
        max_record_size: MAX_ROW_BYTES,
        relax_column_count: true,
        skip_empty_lines: true,
        to: MAX_ROWS + 2,
      }),
    ) as AsyncIterable<{ readonly info: { readonly lines: number }; readonly record: readonly string[] }>;
    const all: TableRow[] = [];
    for await (const { info, record } of reader) {
      if (record.some((cell) => cell.trim() !== '')) all.push({ line: info.lines, cells: record });
    }
    const [heading] = all;
    const rows = all.slice(1);
    if (heading === undefined || rows.length === 0)
      return fail({ line: 1, why: 'The table needs a heading and at least one row.' });
    if (rows.length > MAX_ROWS) return fail({ line: MAX_ROWS + 2, why: `The table has more than ${MAX_ROWS} rows.` });
    return ok({ heading, rows });
  } catch (error) {
    const { lines, message } = error as { readonly lines?: number; readonly message: string };
    return fail({ line: lines ?? 1, why: message });
  }
}

async function* pieces(text: string): AsyncGenerator<Buffer> {
  // Bytes, because a character can span two pieces.
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    yield bytes.subarray(at, at + STEP_BYTES);
    await setImmediate();
  }
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}
