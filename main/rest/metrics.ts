/**
 * Prometheus metrics of this process.
 *
 * Counters since its start, and gauges of its current state.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricReading } from '../lib/context.ts';
import type { Store } from '../store/contract/store.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export interface Metrics {
  countRequest(operation: string, status: number, seconds: number): void;
  countTicket(): void;
  /** Records the time of the last successful backup known to this server, in epoch milliseconds. */
  lastBackup(at: number): void;
  backupFailed(): void;
  /** Store wrapper that measures times. @param note receives the duration of each call */
  timed(store: Store, note?: NoteWork): Store;
  /**
   * Text of `/metrics`: metrics of `addTo`, plus those of the process for callers with full access. Memory and
   * event-loop metrics start at the first request.
   */
  text(seen: SeenFigures): Promise<string>;
  /** The same as data. */
  readings(seen: SeenFigures): Promise<readonly MetricReading[]>;
}

/** @param request id of the request; undefined for background work */
export type NoteWork = (operation: string, ms: number, request: string | undefined) => void;

export interface SeenFigures {
  /** Registers additional metrics. */
  readonly addTo: (registry: Registry) => void;
  readonly withProcess: boolean;
}

/** Cached counters of one operation. */
interface OperationFigures {
  readonly seconds: Histogram.Internal<'operation'>;
  /** Requests by HTTP status; copied to the library's counter on read, because that looks up labels each time. */
  readonly byStatus: Map<number, number>;
}

/** Memory, CPU and event loop: one registry per process. */
let ofProcess: Registry | null = null;

function processFigures(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** @param version of this program */
export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const known = new Map<string, OperationFigures>();
  new Counter({
    name: 'tan_requests_total',
    help: 'Requests by operation and HTTP status.',
    labelNames: ['operation', 'status'],
    registers,
    collect() {
      this.reset();
      for (const [operation, { byStatus }] of known) {
        for (const [status, count] of byStatus) this.inc({ operation, status: String(status) }, count);
      }
    },
  });
  const durations = new Histogram({
    name: 'tan_request_seconds',
    help: 'Request duration from the headers until the response was sent, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const tickets = new Counter({
    name: 'tan_tickets_created_total',
    help: 'Tickets created through this process.',
    registers,
  });
  const backups = new Gauge({
    name: 'tan_last_backup_timestamp_seconds',
    help: 'Unix time of the last good backup that this server knows of; 0: none.',
    registers,
  });
  const failedBackups = new Counter({
    name: 'tan_backups_failed_total',
    help: 'Failed backups of this process.',
    registers,
  });
  const stores = new Histogram({
    name: 'tan_store_seconds',
    help: 'Duration of store operations.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  new Gauge({
    name: 'tan_build_info',
    help: 'Version of the program and of Node; always 1.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.version }, 1);

  const stored = new Map<string, Histogram.Internal<'operation'>>();

  function figuresOf(operation: string): OperationFigures {
    let figures = known.get(operation);
    if (figures === undefined) {
      figures = { seconds: durations.labels(operation), byStatus: new Map() };
      known.set(operation, figures);
    }
    return figures;
  }

  function time<T>(operation: string, work: Promise<T>, request: string | undefined, note: NoteWork): Promise<T> {
    const started = performance.now();
    let histogram = stored.get(operation);
    if (histogram === undefined) {
      histogram = stores.labels(operation);
      stored.set(operation, histogram);
    }
    const seconds = histogram;
    const done = (): void => {
      const ms = performance.now() - started;
      seconds.observe(ms / 1000);
      note(operation, ms, request);
    };
    work.then(done, done);
    return work;
  }

  function shown({ addTo, withProcess }: SeenFigures): readonly Registry[] {
    const seen = new Registry();
    addTo(seen);
    return withProcess ? [registry, processFigures(), seen] : [seen];
  }

  return {
    countRequest(operation, status, seconds) {
      const figures = figuresOf(operation);
      figures.byStatus.set(status, (figures.byStatus.get(status) ?? 0) + 1);
      figures.seconds.observe(seconds);
    },
    countTicket: () => tickets.inc(),
    lastBackup: (at) => backups.set(at / 1000),
    backupFailed: () => failedBackups.inc(),
    timed: (store, note = () => {}) => ({
      ...store,
      run: (operation, input, options) => time(operation, store.run(operation, input, options), options.request, note),
      query: (query, input, asking) => time(query, store.query(query, input, asking), asking?.request, note),
      report: (report, input, asking) =>
        time(`report.${report}`, store.report(report, input, asking), asking?.request, note),
    }),
    text: async (seen) => (await Promise.all(shown(seen).map((each) => each.metrics()))).join('\n'),
    async readings(seen) {
      const all = await Promise.all(shown(seen).map((each) => each.getMetricsAsJSON()));
      // The library's types declare numbers where it has names.
      return all.flat().map(({ name, help, type, values }) => ({ name, help, type: String(type), values }));
    },
  };
}
