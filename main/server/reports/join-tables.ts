/** Tables of several locations as one, with the location in the first column. */
import type { CsvRow, CsvTable } from '../answers/csv.ts';

/** All tables have the same columns. */
export function joinTables(
  name: string,
  parts: readonly { readonly location: string; readonly table: CsvTable }[],
): CsvTable {
  return {
    fileName: `reports_${name}`,
    columns: ['location', ...(parts[0]?.table.columns ?? [])],
    rows: rowsOf(parts),
  };
}

async function* rowsOf(
  parts: readonly { readonly location: string; readonly table: CsvTable }[],
): AsyncGenerator<readonly CsvRow[]> {
  for (const { location, table } of parts) {
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
