import type { ComponentChildren, JSX } from 'preact';
import { Table, type TableProps } from '../../shared/components/table.tsx';

export interface TableCardProps<Row> extends Omit<TableProps<Row>, 'caption'> {
  readonly title: string;
  /** Buttons beside the title. */
  readonly head?: ComponentChildren;
  /** Content between title and table. */
  readonly children?: ComponentChildren;
}

/** Card with a title and a table. */
export function TableCard<Row>({ title, head, children, ...table }: TableCardProps<Row>): JSX.Element {
  return (
    <div class="card card-table">
      <div class="table-head">
        <h2 class="table-title">{title}</h2>
        {head}
      </div>
      {children}
      <Table caption={title} {...table} />
    </div>
  );
}
