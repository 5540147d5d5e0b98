/** Table that scrolls sideways. */
import { type ComponentChildren, Fragment, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { EmptyState } from './empty-state.tsx';
import { useRowWindow } from './row-window.ts';

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
  /** Scrolls up and down too, below its headings; needed for more than 60 rows, of which those in view are drawn. */
  readonly isTall?: boolean;
}

/** Table that scrolls sideways in a narrow space. The first column is the row header. */
export function Table<Row>(props: TableProps<Row>): JSX.Element {
  return props.rows.length === 0 ? <EmptyState text={props.empty} /> : <Rows {...props} />;
}

function Rows<Row>({ caption, columns, rows, rowId, sort, isTall }: TableProps<Row>): JSX.Element {
  const place = useRef<HTMLElement>(null);
  const { drawn, end } = useRowWindow(place, rows, rowId);
  const isPart = drawn.length < rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-place" data-tall={isTall} aria-label={caption} tabIndex={0} ref={place}>
      <table class="table" aria-rowcount={isPart ? rows.length + 1 : undefined}>
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
          {drawn.map(({ row, id: key, index, gap }) => (
            <Fragment key={key}>
              {gap > 0 && <Gap height={gap} />}
              <tr data-row={key} aria-rowindex={isPart ? index + 2 : undefined}>
                {columns.map(({ id, cell, end: isAtEnd }, column) =>
                  column === 0 ? (
                    <th key={id} scope="row" data-end={isAtEnd}>
                      {cell(row)}
                    </th>
                  ) : (
                    <td key={id} data-end={isAtEnd}>
                      {cell(row)}
                    </td>
                  ),
                )}
              </tr>
            </Fragment>
          ))}
          {end > 0 && <Gap height={end} />}
        </tbody>
      </table>
    </section>
  );
}

/** Room of rows that are not drawn. */
function Gap({ height }: { readonly height: number }): JSX.Element {
  return <tr class="table-gap" style={{ height: `${height}px` }} />;
}
