/** Table that scrolls sideways. */
import type { ComponentChildren, JSX } from 'preact';

export interface TableColumn<Row> {
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the end of their column. */
  readonly end?: boolean;
}

/** Rows under headings; scrolls by itself where it is wider than its place. The first column names the row. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowId,
  empty,
}: {
  /** Read out, not shown. */
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** What to say when there are no rows. */
  readonly empty: string;
}): JSX.Element {
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="table-place" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, label, end }) => (
              <th key={id} scope="col" data-end={end}>
                {label}
              </th>
            ))}
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
