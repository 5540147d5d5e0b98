/** Table that scrolls sideways. */
import type { ComponentChildren, JSX } from 'preact';
import { EmptyState } from './empty-state.tsx';

export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at the end of the column. */
  readonly end?: boolean;
  /** Makes the heading a button that sorts. */
  readonly onSort?: ((column: string) => void) | undefined;
}

export interface TableSort {
  readonly column: string;
  readonly isDown: boolean;
}

/** Column of numbers. */
export function numbers<Row>(id: string, label: string, cell: TableColumn<Row>['cell']): TableColumn<Row> {
  return { id, label, end: true, cell };
}

export interface TableProps<Row> {
  /** Caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Text without rows. */
  readonly empty: string;
  readonly sort?: TableSort | null;
  /** Scrolls up and down too, below its headings. */
  readonly isTall?: boolean;
}

/** Table that scrolls sideways in a narrow space. The first column is the row header. */
export function Table<Row>({ caption, columns, rows, rowId, empty, sort, isTall }: TableProps<Row>): JSX.Element {
  if (rows.length === 0) return <EmptyState text={empty} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-place" data-tall={isTall} aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, end, onSort }) => {
              const order = sort?.column === id ? (sort.isDown ? 'descending' : 'ascending') : undefined;
              return (
                <th key={id} scope="col" data-end={end} aria-sort={order}>
                  {onSort === undefined ? (
                    label
                  ) : (
                    <button type="button" class="table-sort" onClick={() => onSort(id)}>
                      {label}
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowId(row)}>
              {columns.map(({ id, cell, end }, index) =>
                index === 0 ? (
                  <th key={id} scope="row" data-end={end}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={id} data-end={end}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
