/** A report as a spreadsheet (.xlsx). Lengths of time are times, so that they can be added up; texts are never formulas. */

import { writingDirection } from '../../lib/writing-direction.ts';
import type { ReportCell, ReportColumnKind, ReportDocument } from '../contract/report-document.ts';
import { type ReportSheet, sheetsOf } from '../rules/report-sheets.ts';

const SECONDS_A_DAY = 86_400;
const FORMATS: Readonly<Record<Exclude<ReportColumnKind, 'text'>, string>> = {
  count: '#,##0.##',
  length: '[h]:mm:ss',
  share: '0.0%',
};
const LEAD_WIDTH = 28;
const FIGURE_WIDTH = 16;

export async function writeSpreadsheet(document: ReportDocument): Promise<Uint8Array> {
  // Loaded by whoever wants one.
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
