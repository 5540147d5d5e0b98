import type { ServiceQueue } from '../../contract/queue.ts';
import { type PastWait, rememberWait, waitFigures } from '../../core/wait-estimate.ts';
import type { Db } from './db.ts';

/** The counters of one service, kept in step with its tickets by the same transactions. */
export interface QueueRow {
  readonly service_id: string;
  readonly location_id: string;
  readonly waiting: number;
  readonly waiting_priority: number;
  readonly round: number;
  readonly last_number: number | null;
  /** Calls since ever; the tolerance of cancelled tickets compares it with its value at their cancelling. */
  readonly called: number;
  /** Grows with every business day. A ticket of an earlier one waits no more. */
  readonly generation: number;
  readonly average_wait_seconds: number | null;
  readonly seconds_per_place: number | null;
}

const SELECT = `SELECT service_id, location_id, waiting, waiting_priority, round, last_number, called, generation,
  average_wait_seconds, seconds_per_place FROM service_queue WHERE service_id = ?`;

export function readQueue(db: Db, serviceId: string): QueueRow | undefined {
  return db.get<QueueRow>(SELECT, serviceId);
}

/** The counters of a service, made when it has none yet. */
export function ensureQueue(db: Db, serviceId: string, locationId: string): QueueRow {
  const row = readQueue(db, serviceId);
  if (row?.location_id === locationId) return row;
  db.run(
    `INSERT INTO service_queue (service_id, location_id) VALUES (?, ?)
     ON CONFLICT (service_id) DO UPDATE SET location_id = excluded.location_id`,
    serviceId,
    locationId,
  );
  return ensureQueue(db, serviceId, locationId);
}

export function serviceQueue(row: QueueRow): ServiceQueue {
  return {
    serviceId: row.service_id,
    waiting: row.waiting,
    waitingPriority: row.waiting_priority,
    averageWaitSeconds: row.average_wait_seconds,
    secondsPerPlace: row.seconds_per_place,
    lastIssuedNumber: row.last_number ?? 0,
  };
}

/** Counts tickets in (1) or out (-1). */
export function addWaiting(db: Db, serviceId: string, change: 1 | -1, priority: boolean): void {
  db.run(
    'UPDATE service_queue SET waiting = waiting + ?, waiting_priority = waiting_priority + ? WHERE service_id = ?',
    change,
    priority ? change : 0,
    serviceId,
  );
}

export function countCall(db: Db, serviceId: string): void {
  db.run('UPDATE service_queue SET called = called + 1 WHERE service_id = ?', serviceId);
}

export function addWait(db: Db, serviceId: string, wait: PastWait): void {
  const row = db.get<{ waits: string }>('SELECT waits FROM service_queue WHERE service_id = ?', serviceId);
  const waits = rememberWait(readWaits(row?.waits ?? '[]'), wait);
  const figures = waitFigures(waits);
  db.run(
    'UPDATE service_queue SET waits = ?, average_wait_seconds = ?, seconds_per_place = ? WHERE service_id = ?',
    JSON.stringify(waits.map(({ waitMs, places }) => [waitMs, places])),
    figures.averageWaitSeconds,
    figures.secondsPerPlace,
    serviceId,
  );
}

/** The column holds `[[wait in ms, places], …]`. */
function readWaits(text: string): PastWait[] {
  const pairs: unknown = JSON.parse(text);
  if (!Array.isArray(pairs)) return [];
  return pairs.map((pair) => ({ waitMs: Number(pair[0]), places: Number(pair[1]) }));
}
