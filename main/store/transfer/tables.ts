/**
 * Tables of both databases, ordered by their references.
 *
 * Columns have the same names in both. What one server of several knows for a moment only (duties, who is connected,
 * the last step of each desk) is not moved.
 */
import { EVERY_TABLE } from '../../database/tables/every-table.ts';
import { columnsIn, type Definition, type Kind, keyIn } from '../../database/tables/table.ts';

export interface TransferTable {
  readonly name: string;
  /** Columns that no two rows have alike, in the order in which rows are read. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Kind>>;
  /** SQL of what a row holds that was written before there was the column; none where each row has always had it. */
  readonly defaults: Readonly<Record<string, string>>;
  /** Columns that hold JSON. */
  readonly json: readonly string[];
  /**
   * Where the location of a row is found in SQLite, whose table has none: with its ticket or its service. A row whose
   * ticket is not there is of no location.
   */
  readonly locationOf?: 'ticket' | 'service';
  /** The database gives this column its numbers; the next one comes after the last that was moved. */
  readonly numbered?: string;
}

/** Whatever is of a location is kept by location, in archives and in PostgreSQL. */
export function byLocation(key: readonly string[]): readonly string[] {
  return ['location_id', ...key.filter((column) => column !== 'location_id')];
}

function defaultOf([name, { isOptional, default: value }]: readonly [string, Definition]): [string, string][] {
  if (value !== null) return [[name, value]];
  return isOptional ? [[name, 'NULL']] : [];
}

const LOCATION_OF = { 'by ticket': 'ticket', 'by service': 'service' } as const;

export const TABLES: readonly TransferTable[] = EVERY_TABLE.flatMap((table): readonly TransferTable[] => {
  const { name, numbered, moved } = table;
  if (moved === false) return [];
  const columns = columnsIn(table, 'sqlite').map(
    ([column]) => [column, table.columns[column]?.kind ?? 'text'] as const,
  );
  return [
    {
      name,
      key: numbered === undefined ? keyIn(table, 'sqlite') : [numbered],
      columns: Object.fromEntries(columns),
      defaults: Object.fromEntries(columnsIn(table, 'postgres').flatMap(defaultOf)),
      json: columns.flatMap(([column]) => (table.columns[column]?.isJson === true ? [column] : [])),
      ...(moved === true ? {} : { locationOf: LOCATION_OF[moved] }),
      ...(numbered === undefined ? {} : { numbered }),
    },
  ];
});
