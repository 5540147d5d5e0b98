/** Frame of a chart: title, legend, drawing, and the same figures as a table. */
import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { EmptyState } from '../../shared/components/empty-state.tsx';
import { Of } from '../../shared/components/field.tsx';
import { Table } from '../../shared/components/table.tsx';
import { useStaff } from '../../shared/staff.ts';
import { useWidth } from './use-width.ts';

export interface Series {
  readonly id: string;
  readonly label: string;
}

export interface ChartRow {
  readonly id: string;
  /** On the axis; only some are drawn if there are many. */
  readonly label: string;
  /** In the table and the tooltip; defaults to the label. */
  readonly name?: string;
  /** One value for each series; null: unknown. */
  readonly values: readonly (number | null)[];
}

export interface ChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly rows: readonly ChartRow[];
  readonly format: (value: number) => string;
  /** Number format of the axis, if it differs from the one above. */
  readonly axisFormat?: (value: number) => string;
  /** Ticks of the axis; whole numbers by default. */
  readonly marks?: (highest: number) => readonly number[];
  readonly rowTitle: string;
  /** Columns of the table only. */
  readonly more?: readonly { readonly id: string; readonly label: string; readonly cell: (row: ChartRow) => string }[];
  /** Explanation below the chart. */
  readonly note?: string;
}

export const CHART = { height: 220, top: 12, bottom: 26, side: 56 } as const;
export const INSIDE = CHART.height - CHART.top - CHART.bottom;

/** Row of an hour of the day. */
export function hourRow(hour: number, values: ChartRow['values']): ChartRow {
  return { id: String(hour), label: String(hour), name: `${hour}:00`, values };
}

export const valueWords = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);

/** Texts of a row, for the tooltip. */
export function tipOf(
  { name, label, values }: ChartRow,
  series: readonly Series[],
  format: (value: number) => string,
): string {
  const parts = values.map((value, which) => `${series[which]?.label ?? ''} ${valueWords(value, format)}`);
  return `${name ?? label}: ${parts.join(', ')}`;
}

export function highestOf(rows: readonly ChartRow[]): number {
  return Math.max(0, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)));
}

interface ChartFrameProps extends ChartProps {
  /** Look of the marks in the legend: `series` and the number, or another class. */
  readonly markOf?: (which: number) => string;
  readonly draw: (width: number, label: string) => ComponentChildren;
}

/** A collapsed table has the same figures as the drawing. */
export function ChartFrame({
  title,
  series,
  rows,
  format,
  rowTitle,
  more = [],
  note = '',
  markOf = (which) => `series-${which}`,
  draw,
}: ChartFrameProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { place, width } = useWidth<HTMLDivElement>(640);
  const isEmpty = rows.every(({ values }) => values.every((value) => value === null || value === 0));
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <h2 id={id}>{title}</h2>
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ id: name, label }, which) => (
              <li key={name}>
                <span class={`legend-mark ${markOf(which)}`} aria-hidden="true" />
                {label}
              </li>
            ))}
          </ul>
        )}
        <button type="button" class="link chart-switch" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('chart.table')}
          <Of name={title} />
        </button>
      </figcaption>
      <div ref={place} class="chart-place" hidden={asTable}>
        {isEmpty ? <EmptyState text={t('chart.nothing')} /> : draw(width, summary(title, series, rows, format))}
      </div>
      {asTable && (
        <Table
          caption={title}
          rows={rows}
          rowId={(row) => row.id}
          empty={t('chart.nothing')}
          columns={[
            { id: 'name', label: rowTitle, cell: ({ name, label }) => name ?? label },
            ...series.map(({ id: name, label }, which) => ({
              id: name,
              label,
              end: true,
              cell: ({ values }: ChartRow) => valueWords(values[which], format),
            })),
            ...more.map((column) => ({ ...column, end: true })),
          ]}
        />
      )}
      {note !== '' && <p class="soft">{note}</p>}
    </figure>
  );
}

/** Text alternative of the chart: the highest value of each series; the table has all values. */
function summary(
  title: string,
  series: readonly Series[],
  rows: readonly ChartRow[],
  format: (value: number) => string,
): string {
  const peaks = series.map(({ label }, which) => {
    const peak = rows.toSorted((a, b) => (b.values[which] ?? 0) - (a.values[which] ?? 0))[0];
    return peak === undefined
      ? label
      : `${label}: ${peak.name ?? peak.label} ${valueWords(peak.values[which], format)}`;
  });
  return `${title}. ${peaks.join('; ')}`;
}

interface AxisProps {
  readonly marks: readonly number[];
  readonly width: number;
  readonly y: (value: number) => number;
  readonly format: (value: number) => string;
}

/** Grid lines with their values. */
export function ValueAxis({ marks, width, y, format }: AxisProps): JSX.Element {
  return (
    <>
      {marks.map((mark) => (
        <g key={mark}>
          <line class="grid-line" x1={CHART.side} x2={width} y1={y(mark)} y2={y(mark)} />
          <text class="axis" x={CHART.side - 8} y={y(mark) + 4} text-anchor="end">
            {format(mark)}
          </text>
        </g>
      ))}
    </>
  );
}
