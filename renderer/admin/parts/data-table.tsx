/** Table with sort, choice of columns, and export of what it shows. */
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { BYTE_ORDER_MARK, csvLine } from '../../../main/lib/csv-line.ts';
import { Button } from '../../shared/components/button.tsx';
import { Table, type TableColumn, type TableProps, type TableSort } from '../../shared/components/table.tsx';
import { browserMemory } from '../../shared/storage.ts';
import { useAdmin } from '../model/admin.ts';
import { saveFile } from '../model/save-file.ts';

export interface DataColumn<Row> extends TableColumn<Row> {
  /** Value for sort and export; absent: neither. */
  readonly value?: (row: Row) => string | number;
  /** Hidden until the user chooses it. */
  readonly optional?: boolean;
}

export interface DataTableProps<Row> extends Omit<TableProps<Row>, 'columns' | 'sort'> {
  /** Name of the table, for its stored view and its file. */
  readonly name: string;
  readonly columns: readonly DataColumn<Row>[];
  /** Without export, for rows that are only a part of a longer list. */
  readonly isPart?: boolean;
}

/** What a user chose for a table. */
interface View {
  readonly sort: TableSort | null;
  /** Columns whose choice differs from the usual one. */
  readonly switched: readonly string[];
}

const USUAL: View = { sort: null, switched: [] };

/** Rows stay in the given order until the user sorts. The first column is always shown. */
export function DataTable<Row>({ name, columns, rows, isPart, ...table }: DataTableProps<Row>): JSX.Element {
  const { t, language } = useAdmin();
  const [view, setView] = useView(name);
  const [isChoosing, setChoosing] = useState(false);
  const lang = language.id.value;
  const shown = columns.filter(({ id, optional = false }, at) => at === 0 || optional === view.switched.includes(id));
  const by = columns.find(({ id }) => id === view.sort?.column)?.value;
  const sorted = useMemo(
    () => (by === undefined ? rows : inOrder(rows, by, view.sort?.isDown === true, lang)),
    [rows, view.sort, lang],
  );
  const sortBy = (column: string): void => {
    const isSame = view.sort?.column === column;
    // Up, down, then the usual order.
    const sort = isSame && view.sort.isDown ? null : { column, isDown: isSame };
    setView({ ...view, sort });
  };
  const save = (): void => {
    const saved = shown.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
    const lines = sorted.map((row) => csvLine(saved.map(({ value }) => value(row))));
    const text = [BYTE_ORDER_MARK, csvLine(saved.map(({ label }) => label)), ...lines];
    saveFile(`${name}.csv`, new Blob(text, { type: 'text/csv' }));
  };
  return (
    <>
      {rows.length > 0 && (
        <div class="data-table-tools">
          <details class="data-table-columns" onToggle={(event) => setChoosing(event.currentTarget.open)}>
            <summary>{t('table.columns')}</summary>
            {isChoosing && (
              <ul class="card">
                {columns.slice(1).map(({ id, label }) => (
                  <li key={id}>
                    <label class="check">
                      <input
                        type="checkbox"
                        checked={shown.some((each) => each.id === id)}
                        onChange={() => setView({ ...view, switched: toggled(view.switched, id) })}
                      />
                      <span>{label}</span>
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </details>
          {isPart !== true && (
            <Button look="plain" onClick={save}>
              {t('table.csv')}
            </Button>
          )}
        </div>
      )}
      <Table
        {...table}
        columns={shown.map((column) => ({ ...column, onSort: column.value === undefined ? undefined : sortBy }))}
        rows={sorted}
        sort={view.sort}
        isTall
      />
    </>
  );
}

/** The user's view of a table, kept in this browser. */
function useView(name: string): readonly [View, (view: View) => void] {
  const { session } = useAdmin();
  const key = `table.${session.user.value?.id ?? ''}.${name}`;
  const [view, setView] = useState(() => readView(browserMemory.read(key)));
  return [
    view,
    (next) => {
      browserMemory.write(key, JSON.stringify(next));
      setView(next);
    },
  ];
}

function readView(text: string | null): View {
  try {
    return text === null ? USUAL : { ...USUAL, ...JSON.parse(text) };
  } catch {
    return USUAL;
  }
}

function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((each) => each !== name) : [...names, name];
}

function inOrder<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number,
  isDown: boolean,
  lang: string,
): readonly Row[] {
  const { compare } = new Intl.Collator(lang.replaceAll('_', '-'), { numeric: true });
  const valued = rows.map((row) => ({ row, value: value(row) }));
  const up = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b));
  return valued
    .sort((one, other) => (isDown ? up(other.value, one.value) : up(one.value, other.value)))
    .map(({ row }) => row);
}
