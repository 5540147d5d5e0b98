/** Drawing of a chart on a page of a report. */
import { axisMarks, timeMarks } from '../../lib/axis-marks.ts';
import { largest } from '../../lib/lists.ts';
import { writingDirection } from '../../lib/writing-direction.ts';
import type { SKRSContext2D } from '../../printing/canvas.ts';
import { isolateNumbers } from '../../printing/raster/draw-text.ts';
import { fontFor } from '../../printing/raster/fonts.ts';
import type { ReportChart } from '../contract/report-document.ts';
import { cellWords } from '../rules/report-words.ts';

export const CHART_HEIGHT = 150;

const SIDE = 44;
const TOP = 18;
const BOTTOM = 16;
const PX = 8;
/** Between two labels of the lower axis. */
const APART = 6;

/** Differ in lightness as well, as on pages; the band is the first one over white. */
const SERIES = ['#0d5161', '#c07a00', '#8f2a22'] as const;
const BAND = '#cddde0';
const INK = { text: '#1c1c1c', soft: '#5a5a5a', line: '#dcdcdc' } as const;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Values at the axis, with the highest as the top. */
export function axisOf({ kind, series }: ReportChart): readonly number[] {
  if (kind === 'share') return [0, 0.25, 0.5, 0.75, 1];
  const highest = largest([0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))]);
  return kind === 'length' ? timeMarks(highest) : axisMarks(highest);
}

/** Text alternative: the highest value of each series. */
export function chartWords({ title, kind, labels, series }: ReportChart, lang: string): string {
  const peaks = series.map(({ label, values }) => {
    const highest = largest([0, ...values.map((value) => value ?? 0)]);
    const at = labels[values.indexOf(highest)] ?? '';
    return `${label}: ${cellWords(kind, highest, lang)}${at === '' ? '' : ` (${at})`}`;
  });
  return `${title}. ${peaks.join('; ')}`;
}

/** Letters of a chart, to load its fonts. */
export function chartLetters(chart: ReportChart, lang: string): string {
  const axis = axisOf(chart).map((mark) => cellWords(chart.kind, mark, lang));
  return [chart.title, ...chart.labels, ...chart.series.map(({ label }) => label), ...axis].join('');
}

/** From left to right in every language, like the charts of pages. */
export function drawChart(context: SKRSContext2D, chart: ReportChart, { x, y, width }: Box, lang: string): void {
  const { labels, series, kind, look } = chart;
  const axis = axisOf(chart);
  const top = axis.at(-1) ?? 1;
  const inside = CHART_HEIGHT - TOP - BOTTOM;
  const left = x + SIDE;
  const slot = (width - SIDE) / Math.max(1, labels.length);
  const at = (value: number): number => y + TOP + inside * (1 - value / top);
  const middle = (place: number): number => left + slot * (place + 0.5);

  function write(
    words: string,
    place: number,
    baseline: number,
    align: 'left' | 'right' | 'center',
    direction: 'ltr' | 'rtl' = 'ltr',
  ): void {
    context.font = fontFor(words, PX, false, lang);
    context.fillStyle = INK.soft;
    context.direction = direction;
    context.textAlign = align;
    context.fillText(direction === 'rtl' ? isolateNumbers(words) : words, place, baseline);
  }
  const lengthOf = (words: string): number => {
    context.font = fontFor(words, PX, false, lang);
    return context.measureText(words).width;
  };

  for (const mark of axis) {
    context.fillStyle = INK.line;
    context.fillRect(left, at(mark), width - SIDE, 0.5);
    write(cellWords(kind, mark, lang), left - 4, at(mark) + 3, 'right');
  }
  const widest = largest([0, ...labels.map(lengthOf)]);
  const every = Math.max(1, Math.ceil((widest + APART) / slot));
  for (const [place, label] of labels.entries()) {
    if (place % every === 0) write(label, middle(place), y + CHART_HEIGHT - 4, 'center');
  }
  if (look === 'band') drawBand();
  else drawBars();
  drawLegend();

  function drawBars(): void {
    const bar = Math.max(0.5, Math.min(18, (slot * 0.76) / series.length));
    for (const [which, { values }] of series.entries()) {
      context.fillStyle = SERIES[which % SERIES.length] ?? INK.text;
      for (const [place, value] of values.entries()) {
        if (value === null || value === 0) continue;
        const from = middle(place) - (bar * series.length) / 2 + bar * which;
        context.fillRect(from, at(value), bar * 0.92, at(0) - at(value));
      }
    }
  }

  function drawBand(): void {
    const [lines, edges] = [series[0]?.values ?? [], series[1]?.values ?? []];
    const wide = Math.min(slot * 0.76, 18);
    // A bar for each label, so that unknown values leave a gap.
    for (const [place, edge] of edges.entries()) {
      if (edge === null) continue;
      context.fillStyle = BAND;
      context.fillRect(middle(place) - wide / 2, at(edge), wide, at(0) - at(edge));
    }
    context.fillStyle = SERIES[0];
    for (const [place, line] of lines.entries()) {
      if (line !== null) context.fillRect(middle(place) - wide / 2, at(line) - 0.75, wide, 1.5);
    }
  }

  function drawLegend(): void {
    if (series.length < 2) return;
    let from = left;
    for (const [which, { label }] of series.entries()) {
      const colour = look === 'band' && which === 1 ? BAND : (SERIES[which % SERIES.length] ?? INK.text);
      context.fillStyle = colour;
      context.fillRect(from, y + 3, 7, 7);
      write(label, from + 11, y + 10, 'left', writingDirection(lang));
      from += 11 + lengthOf(label) + 14;
    }
  }
}
