/**
 * Clock, log and other values that any part may receive.
 *
 * The composition roots (`main.ts`, `serve.ts`) make these once; nothing reaches for a global instead.
 */
import type { LogMethod } from './logging/events.ts';

/** The wall clock. Only this module's `systemClock` reads it; tests give their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Calls back once after `ms`; returns how to cancel. Never keeps the process alive by itself. */
  after(ms: number, callback: () => void): () => void;
}

/** Longest delay that a timer of Node can hold. */
const MAX_DELAY_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, Math.min(Math.max(0, ms), MAX_DELAY_MS));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

/** The log: events of the catalogue. No card value, name, answer or key may be in a field. */
export interface Log {
  readonly info: LogMethod<'info'>;
  readonly warn: LogMethod<'warn'>;
  readonly error: LogMethod<'error'>;
}

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** What a request is followed by until it is answered. */
export interface RequestTrace {
  /** Of the whole way, also through other programs: 32 hexadecimal digits. */
  readonly id: string;
  /** Does the work as a part of this request. */
  within(work: () => void): void;
  /** The request was answered. */
  end(operation: string, status: number): void;
}

/** Follows requests through the parts of the program and beyond, where somebody collects that. Names and times alone. */
export interface Tracing {
  /** @param parent the request's header `traceparent`, if it has one that can be read. */
  request(id: string, parent: string | undefined): RequestTrace;
  /** Does the work as a part of whatever is being followed. */
  part<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** One metric with all its series, in the words of Prometheus. */
export interface MetricReading {
  readonly name: string;
  readonly help: string;
  /** `counter`, `gauge` or `histogram`. */
  readonly type: string;
  /** Of a histogram one for each bucket (label `le`), its sum and its count. */
  readonly values: readonly {
    readonly labels: Readonly<Partial<Record<string, string | number>>>;
    readonly value: number;
    readonly metricName?: string;
  }[];
}

/** Sends what `read` gives to a collector, at intervals and once more at the end. */
export type MetricsExport = (read: () => Promise<readonly MetricReading[]>) => { close(): Promise<void> };
