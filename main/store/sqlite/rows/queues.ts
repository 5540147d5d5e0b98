import type { PastWait } from '../../../core/wait-estimate.ts';
import type { QueueRows, StoredQueue } from '../../../queue/rows.ts';
import { atOnce, DONE } from '../../../queue/step.ts';
import type { Db } from '../db.ts';

const SELECT = `SELECT service_id AS serviceId, location_id AS locationId, waiting, waiting_priority AS waitingPriority, round,
  last_number AS lastNumber, called, generation, average_wait_seconds AS averageWaitSeconds,
  seconds_per_place AS secondsPerPlace FROM service_queue WHERE service_id = ?`;
const ENSURE = `INSERT INTO service_queue (service_id, location_id) VALUES (?, ?)
  ON CONFLICT (service_id) DO UPDATE SET location_id = excluded.location_id`;
const COUNT_ISSUED = `UPDATE service_queue SET round = ?, last_number = ?, waiting = ?, waiting_priority = ?
  WHERE service_id = ?`;
const ADD_WAITING = `UPDATE service_queue SET waiting = waiting + ?, waiting_priority = waiting_priority + ?
  WHERE service_id = ?`;
const SET_WAITS = `UPDATE service_queue SET waits = ?, average_wait_seconds = ?, seconds_per_place = ?
  WHERE service_id = ?`;

export function queueRows(db: Db): QueueRows {
  return {
    queue: (serviceId) => atOnce(readQueue(db, serviceId)),
    ensureQueue: (serviceId, locationId) => atOnce(ensureQueue(db, serviceId, locationId)),
    countIssued(serviceId, { round, lastNumber, waiting, waitingPriority }) {
      db.run(COUNT_ISSUED, round, lastNumber, waiting, waitingPriority, serviceId);
      return DONE;
    },
    addWaiting(serviceId, change, priority) {
      db.run(ADD_WAITING, change, priority ? change : 0, serviceId);
      return DONE;
    },
    countCall(serviceId) {
      db.run('UPDATE service_queue SET called = called + 1 WHERE service_id = ?', serviceId);
      return DONE;
    },
    waits(serviceId) {
      const row = db.get<{ waits: string }>('SELECT waits FROM service_queue WHERE service_id = ?', serviceId);
      return atOnce(readWaits(row?.waits ?? '[]'));
    },
    setWaits(serviceId, waits, { averageWaitSeconds, secondsPerPlace }) {
      const text = JSON.stringify(waits.map(({ waitMs, places }) => [waitMs, places]));
      db.run(SET_WAITS, text, averageWaitSeconds, secondsPerPlace, serviceId);
      return DONE;
    },
  };
}

export function readQueue(db: Db, serviceId: string): StoredQueue | null {
  return db.get<StoredQueue>(SELECT, serviceId) ?? null;
}

function ensureQueue(db: Db, serviceId: string, locationId: string): StoredQueue {
  const queue = readQueue(db, serviceId);
  if (queue?.locationId === locationId) return queue;
  db.run(ENSURE, serviceId, locationId);
  return ensureQueue(db, serviceId, locationId);
}

/** The column holds `[[wait in ms, places], …]`. */
function readWaits(text: string): PastWait[] {
  const pairs: unknown = JSON.parse(text);
  if (!Array.isArray(pairs)) return [];
  return pairs.map((pair) => ({ waitMs: Number(pair[0]), places: Number(pair[1]) }));
}
