/** Line of medians with the band below the 90th percentile, and their table. */
import type { JSX } from 'preact';
import { axisMarks } from '../../../main/lib/axis-marks.ts';
import {
  CHART,
  ChartFrame,
  type ChartProps,
  type ChartRow,
  highestOf,
  INSIDE,
  tipOf,
  ValueAxis,
} from './chart-frame.tsx';
import { labelStep } from './scale.ts';

interface BandChartProps extends ChartProps {
  /** Line across the chart, such as a target. */
  readonly target?: { readonly value: number; readonly label: string };
}

/** Two series: the line, then the upper edge of the band. Rows without values leave a gap. */
export function BandChart(props: BandChartProps): JSX.Element {
  return (
    <ChartFrame
      {...props}
      markOf={(which) => (which === 0 ? 'series-0' : 'legend-band')}
      draw={(width, label) => <Band {...props} width={width} summary={label} />}
    />
  );
}

interface Point {
  readonly x: number;
  readonly line: number;
  readonly edge: number;
}

interface BandProps extends BandChartProps {
  readonly width: number;
  readonly summary: string;
}

function Band({
  series,
  rows,
  format,
  axisFormat = format,
  marks = axisMarks,
  target,
  width,
  summary,
}: BandProps): JSX.Element {
  const axis = marks(Math.max(highestOf(rows), target?.value ?? 0));
  const top = axis.at(-1) ?? 1;
  const slot = (width - CHART.side) / Math.max(1, rows.length);
  const every = labelStep(
    rows.map(({ label }) => label),
    slot,
  );
  const x = (at: number): number => CHART.side + slot * (at + 0.5);
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
      {rows.map((row, at) => (
        <g key={row.id}>
          <rect
            class="hover"
            x={CHART.side + slot * at}
            y={CHART.top}
            width={slot}
            height={INSIDE}
            data-tip={tipOf(row, series, format)}
          />
          {at % every === 0 && (
            <text class="axis" x={x(at)} y={CHART.height - 8} text-anchor="middle">
              {row.label}
            </text>
          )}
        </g>
      ))}
      {segmentsOf(rows, x, y).map((points) => (
        <Segment key={points[0]?.x} points={points} floor={y(0)} />
      ))}
      {target !== undefined && (
        <>
          <line class="target-line" x1={CHART.side} x2={width} y1={y(target.value)} y2={y(target.value)} />
          <text class="axis" x={width - 4} y={y(target.value) - 5} text-anchor="end">
            {target.label}
          </text>
        </>
      )}
    </svg>
  );
}

/** Runs of rows with values. */
export function segmentsOf(
  rows: readonly ChartRow[],
  x: (at: number) => number,
  y: (value: number) => number,
): readonly (readonly Point[])[] {
  const segments: Point[][] = [[]];
  for (const [at, { values }] of rows.entries()) {
    const [line, edge] = values;
    if (line === null || line === undefined || edge === null || edge === undefined) segments.push([]);
    else segments.at(-1)?.push({ x: x(at), line: y(line), edge: y(edge) });
  }
  return segments.filter(({ length }) => length > 0);
}

function Segment({ points, floor }: { readonly points: readonly Point[]; readonly floor: number }): JSX.Element {
  const path = (some: readonly (readonly [number, number])[]): string =>
    some.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const [first, last] = [points[0], points.at(-1)];
  const edges = points.map(({ x, edge }) => [x, edge] as const);
  return (
    <g class="segment">
      <path class="band" d={`${path(edges)}L${last?.x ?? 0} ${floor}L${first?.x ?? 0} ${floor}Z`} />
      <path class="band-edge" d={path(edges)} />
      <path class="median-line" d={path(points.map(({ x, line }) => [x, line]))} />
      {points.map(({ x, line }) => (
        <circle key={x} class="series-0" cx={x} cy={line} r={points.length > 40 ? 1.5 : 3} />
      ))}
      {points.length === 1 && <line class="band-edge" x1={first?.x} x2={first?.x} y1={floor} y2={first?.edge} />}
    </g>
  );
}
