/** Bar chart with its table. */
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Of } from '../../shared/components/field.tsx';
import { Table } from '../../shared/components/table.tsx';
import { useStaff } from '../../shared/staff.ts';
import { axisMarks, labelStep } from './scale.ts';
import { useWidth } from './use-width.ts';

export interface Series {
  readonly id: string;
  readonly label: string;
}

export interface BarRow {
  readonly id: string;
  /** Below the bars; only some are drawn if there are many. */
  readonly label: string;
  /** In the table and the tooltip; defaults to the label. */
  readonly name?: string;
  /** One value for each series. */
  readonly values: readonly number[];
}

export interface BarChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly rows: readonly BarRow[];
  readonly format: (value: number) => string;
  /** Number format of the axis, if it differs from the one above. */
  readonly axisFormat?: (value: number) => string;
  /** Ticks of the axis; whole numbers by default. */
  readonly marks?: (highest: number) => readonly number[];
  readonly rowTitle: string;
}

/** Row of an hour of the day. */
export function hourRow(hour: number, values: readonly number[]): BarRow {
  return { id: String(hour), label: String(hour), name: `${hour}:00`, values };
}

const HEIGHT = 220;
const TOP = 12;
const BOTTOM = 26;
const SIDE = 56;

/** Bars side by side, aligned to pixels; a collapsed table below has the same figures. */
export function BarChart({
  title,
  series,
  rows,
  format,
  axisFormat = format,
  marks = axisMarks,
  rowTitle,
}: BarChartProps): JSX.Element {
  const { t } = useStaff();
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  const { place, width } = useWidth<HTMLDivElement>(640);
  const axis = marks(Math.max(0, ...rows.flatMap(({ values }) => values)));
  const top = axis.at(-1) ?? 1;
  const inside = HEIGHT - TOP - BOTTOM;
  const slot = (width - SIDE) / Math.max(1, rows.length);
  const bar = Math.max(1, Math.min(28, (slot * 0.76) / series.length));
  const every = labelStep(
    rows.map(({ label }) => label),
    slot,
  );
  const y = (value: number): number => TOP + inside * (1 - value / top);
  const isEmpty = rows.every(({ values }) => values.every((value) => value === 0));
  return (
    <figure class="card chart" aria-labelledby={id}>
      <figcaption class="chart-head">
        <h2 id={id}>{title}</h2>
        {series.length > 1 && (
          <ul class="legend">
            {series.map(({ id: name, label }, place_) => (
              <li key={name}>
                <span class={`legend-mark series-${place_}`} aria-hidden="true" />
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
        {isEmpty ? (
          <p class="empty">{t('chart.nothing')}</p>
        ) : (
          <svg
            class="bars"
            width={width}
            height={HEIGHT}
            viewBox={`0 0 ${width} ${HEIGHT}`}
            role="img"
            aria-label={summary(title, series, rows, format)}
          >
            {axis.map((mark) => (
              <g key={mark}>
                <line class="grid-line" x1={SIDE} x2={width} y1={y(mark)} y2={y(mark)} />
                <text class="axis" x={SIDE - 8} y={y(mark) + 4} text-anchor="end">
                  {axisFormat(mark)}
                </text>
              </g>
            ))}
            {rows.map(({ id: row, label, name = label, values }, at) => {
              const middle = SIDE + slot * (at + 0.5);
              return (
                <g key={row}>
                  <rect
                    class="hover"
                    x={SIDE + slot * at}
                    y={TOP}
                    width={slot}
                    height={inside}
                    data-tip={`${name}: ${values.map((value, which) => `${series[which]?.label ?? ''} ${format(value)}`).join(', ')}`}
                  />
                  {values.map((value, which) => {
                    const height = value === 0 ? 0 : Math.max(2, (inside * value) / top);
                    return (
                      <rect
                        key={series[which]?.id}
                        class={`bar series-${which}`}
                        x={middle - (bar * values.length) / 2 + bar * which + 0.5}
                        y={TOP + inside - height}
                        width={Math.max(1, bar - 1)}
                        height={height}
                        rx={Math.min(3, bar / 4)}
                      />
                    );
                  })}
                  {at % every === 0 && (
                    <text class="axis" x={middle} y={HEIGHT - 8} text-anchor="middle">
                      {label}
                    </text>
                  )}
                </g>
              );
            })}
          </svg>
        )}
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
              cell: ({ values }: BarRow) => format(values[which] ?? 0),
            })),
          ]}
        />
      )}
    </figure>
  );
}

/** Text alternative of the chart: the highest value of each series; the table has all values. */
function summary(
  title: string,
  series: readonly Series[],
  rows: readonly BarRow[],
  format: (value: number) => string,
): string {
  const peaks = series.map(({ label }, which) => {
    const peak = rows.toSorted((a, b) => (b.values[which] ?? 0) - (a.values[which] ?? 0))[0];
    return peak === undefined ? label : `${label}: ${peak.name ?? peak.label} ${format(peak.values[which] ?? 0)}`;
  });
  return `${title}. ${peaks.join('; ')}`;
}
