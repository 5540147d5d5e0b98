/**
 * Tables of both databases, ordered by their references.
 *
 * Columns have the same names in both. Transient state of a cluster (leases, connections, undo steps) is not moved.
 */
import { EVERY_TABLE } from '../../database/tables/every-table.ts';
import { columnsIn, type Definition, type Kind, keyIn } from '../../database/tables/table.ts';

export interface TransferTable {
  readonly name: string;
  /** Unique columns, in read order. */
  readonly key: readonly string[];
  readonly columns: Readonly<Record<string, Kind>>;
  /** SQL of a column's value in rows from before the column existed; absent for original columns. */
  readonly defaults: Readonly<Record<string, string>>;
  /** JSON columns. */
  readonly json: readonly string[];
  /**
   * How to find a row's location in SQLite, whose table lacks it: by ticket or by service. A row without its ticket has
   * no location.
   */
  readonly locationOf?: 'ticket' | 'service';
  /** Column with generated numbers; the next one continues after the moved ones. */
  readonly numbered?: string;
}

/** PostgreSQL and archives store rows by location. */
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
