/** The present items as a table that can be edited and imported again. */
import { BYTE_ORDER_MARK, csvLine } from '../../../main/lib/csv-line.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import { TABLE_COLUMNS, type TableCollection } from '../../../main/site/contract/table-columns.ts';
import { type Item, itemsOf, listOf } from '../model/item.ts';

/** Separator that spreadsheets of most countries open in columns. */
const SEPARATOR = ';';

/** Lines with every column; ids are filled in, so that an item keeps its identity under a new name. */
export function presentTable(kind: TableCollection, file: SiteFile, location: string): readonly string[] {
  const columns = Object.entries(TABLE_COLUMNS[kind]);
  const items = itemsOf(file, kind).filter((item) => location === '' || item.location === location);
  const lines = items.map((item) =>
    csvLine(
      columns.map(([name, column]) => cellOf(item, name, column.kind)),
      SEPARATOR,
    ),
  );
  return [BYTE_ORDER_MARK, csvLine(Object.keys(TABLE_COLUMNS[kind]), SEPARATOR), ...lines];
}

function cellOf(item: Item, name: string, kind: string): string {
  if (kind === 'list' || kind === 'refs') return listOf(item, name).join('|');
  const value = item[name];
  if (kind === 'flag') return value === true ? '1' : '0';
  return value === undefined || value === null ? '' : String(value);
}
