/** Bar chart with its table. */
import type { JSX } from 'preact';
import { axisMarks } from '../../../main/lib/axis-marks.ts';
import {
  CHART,
  ChartFrame,
  type ChartProps,
  type ChartRow,
  highestOf,
  INSIDE,
  type Series,
  tipOf,
  ValueAxis,
} from './chart-frame.tsx';
import { labelStep } from './scale.ts';

/** Bars side by side, aligned to pixels; a collapsed table below has the same figures. */
export function BarChart(props: ChartProps): JSX.Element {
  return <ChartFrame {...props} draw={(width, label) => <Bars {...props} width={width} summary={label} />} />;
}

interface BarsProps extends ChartProps {
  readonly width: number;
  readonly summary: string;
}

function Bars({
  series,
  rows,
  format,
  axisFormat = format,
  marks = axisMarks,
  width,
  summary,
}: BarsProps): JSX.Element {
  const axis = marks(highestOf(rows));
  const top = axis.at(-1) ?? 1;
  const slot = (width - CHART.side) / Math.max(1, rows.length);
  const every = labelStep(
    rows.map(({ label }) => label),
    slot,
  );
  const y = (value: number): number => CHART.top + INSIDE * (1 - value / top);
  return (
    <svg
      class="bars"
      width={width}
      height={CHART.height}
      viewBox={`0 0 ${width} ${CHART.height}`}
      role="img"
      aria-label={summary}
    >
      <ValueAxis marks={axis} width={width} y={y} format={axisFormat} />
      {rows.map((row, at) => {
        const middle = CHART.side + slot * (at + 0.5);
        return (
          <g key={row.id}>
            <rect
              class="hover"
              x={CHART.side + slot * at}
              y={CHART.top}
              width={slot}
              height={INSIDE}
              data-tip={tipOf(row, series, format)}
            />
            <RowBars row={row} series={series} middle={middle} slot={slot} top={top} />
            {at % every === 0 && (
              <text class="axis" x={middle} y={CHART.height - 8} text-anchor="middle">
                {row.label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface RowBarsProps {
  readonly row: ChartRow;
  readonly series: readonly Series[];
  readonly middle: number;
  readonly slot: number;
  readonly top: number;
}

function RowBars({ row: { values }, series, middle, slot, top }: RowBarsProps): JSX.Element {
  const bar = Math.max(1, Math.min(28, (slot * 0.76) / series.length));
  return (
    <>
      {values.map((value, which) => {
        if (value === null) return null;
        const height = value === 0 ? 0 : Math.max(2, (INSIDE * value) / top);
        return (
          <rect
            key={series[which]?.id}
            class={`bar series-${which}`}
            x={middle - (bar * values.length) / 2 + bar * which + 0.5}
            y={CHART.top + INSIDE - height}
            width={Math.max(1, bar - 1)}
            height={height}
            rx={Math.min(3, bar / 4)}
          />
        );
      })}
    </>
  );
}
