/**
 * OpenTelemetry metrics: the values of `/metrics`, sent to a collector by OTLP over HTTP.
 *
 * Loaded only with `--otel-metrics`.
 */
import { ValueType } from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type Histogram,
  MeterProvider,
  type MetricData,
  type MetricProducer,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricReading, MetricsExport } from '../lib/context.ts';

const NAME = 'take-a-number';
const INTERVAL_MS = 30_000;
const SEND_MS = 5_000;
const CLOSE_MS = 2_000;

type Time = DataPoint<number>['endTime'];

/** @param collector address without a path, such as `http://127.0.0.1:4318` */
export function openMetricsExport(collector: string, version: string): MetricsExport {
  return (read) => {
    const resource = resourceFromAttributes({ 'service.name': NAME, 'service.version': version });
    const startTime = hrTime(performance.timeOrigin);
    const producer: MetricProducer = {
      async collect() {
        const endTime = hrTime(performance.timeOrigin + performance.now());
        const metrics = (await read()).map((each) => metricOf(each, { startTime, endTime }));
        return {
          resourceMetrics: { resource, scopeMetrics: [{ scope: { name: NAME, version }, metrics }] },
          errors: [],
        };
      },
    };
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter({ url: `${collector.replace(/\/$/, '')}/v1/metrics`, timeoutMillis: SEND_MS }),
      exportIntervalMillis: INTERVAL_MS,
      exportTimeoutMillis: SEND_MS,
      metricProducers: [producer],
    });
    const provider = new MeterProvider({ resource, readers: [reader] });
    return {
      async close() {
        await Promise.race([
          provider.shutdown().catch(() => undefined),
          new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
        ]);
      },
    };
  };
}

/** Seconds and nanoseconds since 1970. */
function hrTime(ms: number): Time {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}

function metricOf({ name, help, type, values }: MetricReading, times: { startTime: Time; endTime: Time }): MetricData {
  const about = {
    descriptor: { name, description: help, unit: name.includes('_seconds') ? 's' : '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  const points = (): DataPoint<number>[] =>
    values.map(({ labels, value }) => ({ ...times, attributes: { ...labels }, value }));
  if (type === 'histogram') {
    const dataPoints = histogramsOf(values).map((each) => ({ ...times, ...each }));
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  if (type === 'counter')
    return { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints: points() };
  return { ...about, dataPointType: DataPointType.GAUGE, dataPoints: points() };
}

interface Distribution {
  readonly attributes: MetricReading['values'][number]['labels'];
  readonly value: Histogram;
}

/** Prometheus buckets are cumulative; OTLP buckets are not. */
function histogramsOf(values: MetricReading['values']): readonly Distribution[] {
  const found = new Map<string, { attributes: Distribution['attributes']; upTo: [number, number][]; sum: number }>();
  for (const { labels, value, metricName = '' } of values) {
    const { le, ...attributes } = labels;
    const key = JSON.stringify(attributes);
    const series = found.get(key) ?? { attributes, upTo: [], sum: 0 };
    found.set(key, series);
    if (le !== undefined) series.upTo.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
    else if (metricName.endsWith('_sum')) series.sum = value;
  }
  return [...found.values()].map(({ attributes, upTo, sum }) => {
    const sorted = upTo.toSorted(([one], [other]) => one - other);
    const counts = sorted.map(([, count], index) => count - (sorted[index - 1]?.[1] ?? 0));
    const boundaries = sorted.map(([bound]) => bound).filter(Number.isFinite);
    return { attributes, value: { buckets: { boundaries, counts }, sum, count: sorted.at(-1)?.[1] ?? 0 } };
  });
}
