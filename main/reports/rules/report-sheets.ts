/**
 * Report as sheets of a spreadsheet.
 *
 * One for each kind of table, those of several locations below each other.
 */
import type { ReportCell, ReportColumn, ReportDocument, ReportTable } from '../contract/report-document.ts';

export interface ReportSheet {
  /** At most 31 letters, none of which a spreadsheet forbids, and no two alike. */
  readonly name: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly (readonly ReportCell[])[];
}

const MAX_LETTERS = 31;

export function sheetsOf({ sections, locationWord }: ReportDocument): readonly ReportSheet[] {
  const all = sections.flatMap(({ title, tables }) => tables.map((table) => ({ title, table })));
  const taken = new Set<string>();
  return [...Map.groupBy(all, ({ table }) => table.part)].flatMap(([part, tables]) => {
    const first = tables[0]?.table;
    if (first === undefined) return [];
    const isNamed = part !== 'locations' && sections.length > 1;
    return [
      {
        name: sheetName(first.title, taken),
        columns: [...(isNamed ? [{ label: locationWord, kind: 'text' as const }] : []), ...first.columns],
        rows: tables.flatMap(({ title, table }) => rowsOf(table).map((row) => [...(isNamed ? [title] : []), ...row])),
      },
    ];
  });
}

/** An empty table says why it is. */
function rowsOf({ rows, columns, note }: ReportTable): ReportTable['rows'] {
  if (rows.length > 0 || note === '' || columns[0]?.kind !== 'text') return rows;
  return [[note, ...columns.slice(1).map(() => null)]];
}

function sheetName(title: string, taken: Set<string>): string {
  const plain = title
    .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .replaceAll(/^'+|'+$/g, '')
    .trim();
  for (let count = 1; ; count += 1) {
    const more = count === 1 ? '' : ` ${count}`;
    const name = `${plain.slice(0, MAX_LETTERS - more.length).toWellFormed()}${more}`;
    // Spreadsheets take names that differ in capitals alone for the same.
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}
