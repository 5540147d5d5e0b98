/**
 * Clock, log and other dependencies of any component.
 *
 * The composition roots (`main.ts`, `serve.ts`) create them once, instead of globals.
 */
import type { LogMethod } from './logging/events.ts';

/** Wall clock. Only `systemClock` of this module reads it; tests provide their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns the cancel function. Never keeps the process alive. */
  after(ms: number, callback: () => void): () => void;
}

/** Longest delay of a Node timer. */
const MAX_DELAY_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, ms), MAX_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** Log with events of the catalogue. Fields must not contain card values, names, answers or keys. */
export interface Log {
  readonly info: LogMethod<'info'>;
  readonly warn: LogMethod<'warn'>;
  readonly error: LogMethod<'error'>;
}

/** What nearly every component needs. */
export interface ClockAndLog {
  readonly clock: Clock;
  readonly log: Log;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** Trace of one request. */
export interface RequestTrace {
  /** Trace id across programs: 32 hexadecimal digits. */
  readonly id: string;
  /** Runs work as a part of this request. */
  within(work: () => void): void;
  /** The request was answered. */
  end(operation: string, status: number): void;
}

/** Traces requests through the program and beyond, when a collector is configured. Contains names and times only. */
export interface Tracing {
  /** @param parent header `traceparent` of the request, if valid */
  request(id: string, parent: string | undefined): RequestTrace;
  /** Runs work as a span of the present trace. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** One metric with all its series, with Prometheus terms. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge` or `histogram`. */
  readonly type: string;
  /** A histogram has one value per bucket (label `le`), its sum and its count. */
  readonly values: readonly {
    readonly labels: Readonly<Partial<Record<string, string | number>>>;
    readonly value: number;
    readonly metricName?: string;
  }[];
}

/** Sends the metrics of `read` to a collector, at intervals and at the end. */
export type MetricsExport = (read: () => Promise<readonly MetricReading[]>) => { close(): Promise<void> };
