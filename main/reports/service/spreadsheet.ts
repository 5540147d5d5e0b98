/**
 * Report as a spreadsheet (.xlsx).
 *
 * Durations are time values, so that they can be summed; texts are never formulas.
 */

import { writingDirection } from '../../lib/writing-direction.ts';
import type {
  ReportCell,
  ReportColumn,
  ReportColumnKind,
  ReportDocument,
  ReportTable,
} from '../contract/report-document.ts';

const SECONDS_A_DAY = 86_400;

const FORMATS: Readonly<Record<Exclude<ReportColumnKind, 'text'>, string>> = {
  count: '#,##0.##',
  length: '[h]:mm:ss',
  share: '0.0%',
};

const LEAD_WIDTH = 28;

const FIGURE_WIDTH = 16;

/**
 * Sheet of a spreadsheet.
 *
 * There is one per kind of table, with the tables of several locations below each other.
 */
export interface ReportSheet {
  /** At most 31 characters without forbidden ones, unique. */
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

/** An empty table shows its note. */
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
    // Spreadsheet programs compare names case-insensitively.
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

export async function writeSpreadsheet(document: ReportDocument): Promise<Uint8Array> {
  // Loaded on demand.
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const rightToLeft = writingDirection(document.lang) === 'rtl';
  const sheets = sheetsOf(document).map((sheet) => ({
    sheet: sheet.name,
    data: [headOf(sheet), ...sheet.rows.map((row) => row.map((cell, place) => cellOf(sheet, place, cell)))],
    columns: sheet.columns.map(({ kind }) => ({ width: kind === 'text' ? LEAD_WIDTH : FIGURE_WIDTH })),
    stickyRowsCount: 1,
    rightToLeft,
  }));
  return writeExcelFile(sheets).toBuffer();
}

function headOf({ columns }: ReportSheet) {
  return columns.map(({ label }) => ({ type: String, value: label, fontWeight: 'bold' as const }));
}

function cellOf({ columns }: ReportSheet, place: number, cell: ReportCell) {
  const kind = columns[place]?.kind ?? 'text';
  if (cell === null) return null;
  if (typeof cell === 'string' || kind === 'text') return { type: String, value: String(cell) };
  return { type: Number, value: kind === 'length' ? cell / SECONDS_A_DAY : cell, format: FORMATS[kind] };
}
