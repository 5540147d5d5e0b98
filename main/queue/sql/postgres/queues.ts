/** PostgreSQL row functions of queues. */
import { atOnce, type Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { changeOfMany, type RowColumns, selected, statement } from '../../../database/postgres/statement.ts';
import { SERVICE_QUEUE } from '../../../database/tables/queue-tables.ts';
import type { ServiceQueue } from '../../contract/records.ts';
import { serviceQueue } from '../../operations/parts/service-queue.ts';
import type { QueueRows, StoredQueue, WaitingCount } from '../../operations/rows/queues.ts';
import { isAhead } from '../../rules/ticket-class.ts';
import { WAITING_COUNTS } from '../queue-statements.ts';
import { pastWaitsOf } from '../stored-figures.ts';

const COLUMN: Readonly<Record<keyof StoredQueue, string>> = {
  serviceId: 'service_id',
  locationId: 'location_id',
  waiting: 'waiting',
  waitingPriority: 'waiting_priority',
  round: 'round',
  lastNumber: 'last_number',
  called: 'called',
  generation: 'generation',
  averageWaitSeconds: 'average_wait_seconds',
  secondsPerPlace: 'seconds_per_place',
  leasedFirst: 'leased_first',
  leasedLast: 'leased_last',
};

export interface QueueRow extends StoredQueue {
  /** `[[wait in ms, places], …]` */
  readonly waits: string;
}

export const QUEUES = statement(
  'queues',
  `SELECT queue.* FROM unnest($1::text[], $2::text[]) AS place (location_id, service)
  CROSS JOIN LATERAL (SELECT ${selected(COLUMN)}, waits FROM service_queue
    WHERE location_id = place.location_id AND service_id = place.service OFFSET 0) AS queue`,
);
const ADD = statement(
  'add-queue',
  'INSERT INTO service_queue (location_id, service_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);
const WRITE = changeOfMany('write-queues', SERVICE_QUEUE, {
  key: 'service_id',
  columns: [
    'waiting',
    'waiting_priority',
    'round',
    'last_number',
    'called',
    'waits',
    'average_wait_seconds',
    'seconds_per_place',
    'leased_first',
    'leased_last',
  ],
});

/** Cache of queue rows, shared with the other row functions of the session. */
export interface CachedQueues {
  /** Caches prefetched rows of these services. */
  knowQueues(services: readonly string[], rows: readonly QueueRow[]): void;
  forgetQueues(): void;
  /** Queues whose public counters changed since the start of the session or the last `forgetQueues`. */
  changedQueues(): readonly ServiceQueue[];
}

export function queueRows(session: DatabaseSession): QueueRows & CachedQueues {
  const { locationId } = session;
  const known = new Map<string, QueueRow | null>();
  const changed = new Set<string>();
  /** Public counters before the changes, as text. */
  const before = new Map<string, string>();

  session.onFlush(() => {
    for (const serviceId of changed) {
      const row = known.get(serviceId);
      if (row !== undefined && row !== null) session.put(WRITE, written(row));
    }
    changed.clear();
  }, 'late');

  function knowQueues(services: readonly string[], rows: readonly QueueRow[]): void {
    for (const serviceId of services) known.set(serviceId, null);
    for (const row of rows) known.set(row.serviceId, row);
  }

  function* readAll(services: readonly string[]): Effects<readonly (QueueRow | null)[]> {
    const unknown = services.filter((serviceId) => !known.has(serviceId));
    if (unknown.length > 0) {
      const places = [unknown.map(() => locationId), unknown];
      knowQueues(unknown, yield* session.ask<QueueRow>(QUEUES, places));
    }
    return services.map((serviceId) => known.get(serviceId) ?? null);
  }

  function* read(serviceId: string): Effects<QueueRow | null> {
    const [row = null] = yield* readAll([serviceId]);
    return row;
  }

  function set(serviceId: string, row: QueueRow): void {
    const old = known.get(serviceId);
    if (!before.has(serviceId)) before.set(serviceId, seen(old ?? null));
    known.set(serviceId, row);
    changed.add(serviceId);
  }

  function* amend(serviceId: string, change: (row: QueueRow) => Partial<QueueRow>): Effects<void> {
    const row = yield* read(serviceId);
    if (row !== null) set(serviceId, { ...row, ...change(row) });
  }

  return {
    knowQueues,
    forgetQueues() {
      known.clear();
      before.clear();
    },
    changedQueues: () =>
      [...before].flatMap(([serviceId, was]) => {
        const row = known.get(serviceId) ?? null;
        return row === null || seen(row) === was ? [] : [serviceQueue(row)];
      }),
    waitingCounts: () => session.ask<WaitingCount>(WAITING_COUNTS.postgres, []),
    queue(serviceId) {
      const row = known.get(serviceId);
      return row === undefined ? read(serviceId) : atOnce(row);
    },
    queues: readAll,
    *ensureQueue(serviceId, at) {
      const row = yield* read(serviceId);
      if (row !== null) return row;
      if (at !== locationId) throw new Error(`A transaction of another location requested a queue of ${at}.`);
      yield* session.change(ADD, [at, serviceId]);
      known.delete(serviceId);
      const added = yield* read(serviceId);
      if (added === null) throw new Error('A queue that was just created does not exist.');
      return added;
    },
    countIssued(serviceId, { round, lastNumber, waiting, waitingPriority }) {
      return amend(serviceId, () => ({ round, lastNumber, waiting, waitingPriority }));
    },
    addWaiting: (serviceId, change, ticketClass) =>
      amend(serviceId, ({ waiting, waitingPriority }) => ({
        waiting: waiting + change,
        waitingPriority: waitingPriority + (isAhead(ticketClass) ? change : 0),
      })),
    countCall: (serviceId, change) => amend(serviceId, ({ called }) => ({ called: called + change })),
    keepLeased: (serviceId, { first, last }) => amend(serviceId, () => ({ leasedFirst: first, leasedLast: last })),
    *waits(serviceId) {
      return pastWaitsOf(serviceId, (yield* read(serviceId))?.waits ?? '[]');
    },
    setWaits(serviceId, waits, { averageWaitSeconds, secondsPerPlace }) {
      const text = JSON.stringify(waits.map(({ waitMs, places }) => [waitMs, places]));
      return amend(serviceId, () => ({ waits: text, averageWaitSeconds, secondsPerPlace }));
    },
  };
}

function seen(row: QueueRow | null): string {
  return row === null ? '' : JSON.stringify(serviceQueue(row));
}

function written(row: QueueRow): RowColumns {
  return {
    service_id: row.serviceId,
    waiting: row.waiting,
    waiting_priority: row.waitingPriority,
    round: row.round,
    last_number: row.lastNumber,
    called: row.called,
    waits: row.waits,
    average_wait_seconds: row.averageWaitSeconds,
    seconds_per_place: row.secondsPerPlace,
    leased_first: row.leasedFirst,
    leased_last: row.leasedLast,
  };
}
