/** Tables of several locations as one, with the location in the first column. */
import type { CsvRow, CsvTable } from '../../rest/responses/csv.ts';

export interface JoinedPart {
  readonly location: string;
  readonly table: CsvTable;
}

/**
 * @param columns of all tables.
 * @param parts each is asked for when the rows of the one before were taken.
 */
export function joinTables(name: string, columns: readonly string[], parts: AsyncIterable<JoinedPart>): CsvTable {
  return { fileName: `reports_${name}`, columns: ['location', ...columns], rows: rowsOf(parts) };
}

async function* rowsOf(parts: AsyncIterable<JoinedPart>): AsyncGenerator<readonly CsvRow[]> {
  for await (const { location, table } of parts) {
    for await (const rows of table.rows) yield rows.map((row) => [location, ...row]);
  }
}

/** All rows of a table; null when there are more than so many. */
export async function gatherRows({ rows }: CsvTable, most: number): Promise<readonly CsvRow[] | null> {
  const gathered: CsvRow[] = [];
  for await (const some of rows) {
    for (const row of some) gathered.push(row);
    if (gathered.length > most) return null;
  }
  return gathered;
}
