/** Figures for Prometheus: counted since the start of this process. */
import type { Store } from '../store/store.ts';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5] as const;

interface Histogram {
  readonly buckets: number[];
  count: number;
  sum: number;
}

export interface Metrics {
  countRequest(operation: string, status: number): void;
  countTicket(): void;
  /** The same store, timed. */
  timed(store: Store): Store;
  /** The text of `/metrics`. */
  text(waiting: readonly { readonly serviceId: string; readonly waiting: number }[]): string;
}

export function createMetrics(): Metrics {
  /** By operation and HTTP status. */
  const requests = new Map<string, Map<number, number>>();
  const stores = new Map<string, Histogram>();
  let tickets = 0;

  function observe(operation: string, startedMs: number): void {
    const seconds = (performance.now() - startedMs) / 1000;
    let histogram = stores.get(operation);
    if (histogram === undefined) {
      histogram = { buckets: BUCKETS_SECONDS.map(() => 0), count: 0, sum: 0 };
      stores.set(operation, histogram);
    }
    const bucket = BUCKETS_SECONDS.findIndex((limit) => seconds <= limit);
    if (bucket >= 0) histogram.buckets[bucket] = (histogram.buckets[bucket] ?? 0) + 1;
    histogram.count += 1;
    histogram.sum += seconds;
  }

  function time<T>(operation: string, work: Promise<T>): Promise<T> {
    const started = performance.now();
    const done = (): void => observe(operation, started);
    work.then(done, done);
    return work;
  }

  return {
    countRequest(operation, status) {
      let statuses = requests.get(operation);
      if (statuses === undefined) {
        statuses = new Map();
        requests.set(operation, statuses);
      }
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    },
    countTicket() {
      tickets += 1;
    },
    timed: (store) => ({
      run: (operation, input, options) => time(operation, store.run(operation, input, options)),
      query: (query, input) => time(query, store.query(query, input)),
      report: (report, input) => time(`report.${report}`, store.report(report, input)),
      readSite: () => store.readSite(),
      readCredentials: () => store.readCredentials(),
      writeSite: (change) => store.writeSite(change),
      readMeta: (key) => store.readMeta(key),
      writeMeta: (key, value) => store.writeMeta(key, value),
      onEvents: (listener) => store.onEvents(listener),
      ping: () => store.ping(),
      close: () => store.close(),
    }),
    text(waiting) {
      const lines = [
        ...head('tan_tickets_created_total', 'counter', 'Tickets created through this process.'),
        `tan_tickets_created_total ${tickets}`,
        ...head('tan_requests_total', 'counter', 'Requests by operation and HTTP status.'),
        ...[...requests].flatMap(([operation, statuses]) =>
          [...statuses].map(
            ([status, count]) => `tan_requests_total{operation="${label(operation)}",status="${status}"} ${count}`,
          ),
        ),
        ...head('tan_waiting_tickets', 'gauge', 'Tickets that wait now, by service.'),
        ...waiting.map(
          ({ serviceId, waiting: count }) => `tan_waiting_tickets{service="${label(serviceId)}"} ${count}`,
        ),
        ...head('tan_store_seconds', 'histogram', 'Time from a question to the store until its answer.'),
        ...[...stores].flatMap(([operation, histogram]) => histogramLines(operation, histogram)),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function head(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function histogramLines(operation: string, histogram: Histogram): readonly string[] {
  let total = 0;
  const name = `operation="${operation}"`;
  const buckets = BUCKETS_SECONDS.map((limit, index) => {
    total += histogram.buckets[index] ?? 0;
    return `tan_store_seconds_bucket{${name},le="${limit}"} ${total}`;
  });
  return [
    ...buckets,
    `tan_store_seconds_bucket{${name},le="+Inf"} ${histogram.count}`,
    `tan_store_seconds_sum{${name}} ${histogram.sum}`,
    `tan_store_seconds_count{${name}} ${histogram.count}`,
  ];
}

function label(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
