/** SQLite row functions of queues. */
import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import type { QueueRows, StoredQueue, WaitingCount } from '../../operations/rows/queues.ts';
import type { PastWait } from '../../rules/recent-waits.ts';
import { isAhead } from '../../rules/ticket-class.ts';
import { WAITING_COUNTS } from '../queue-statements.ts';
import { pastWaitsOf } from '../stored-figures.ts';

const SELECT = `SELECT service_id AS serviceId, location_id AS locationId, waiting, waiting_priority AS waitingPriority, round,
  last_number AS lastNumber, called, generation, average_wait_seconds AS averageWaitSeconds,
  seconds_per_place AS secondsPerPlace, leased_first AS leasedFirst, leased_last AS leasedLast, waits FROM service_queue WHERE service_id = ?`;
const ENSURE = `INSERT INTO service_queue (service_id, location_id) VALUES (?, ?)
  ON CONFLICT (service_id) DO UPDATE SET location_id = excluded.location_id`;
const WRITE = `UPDATE service_queue SET round = ?, last_number = ?, waiting = ?, waiting_priority = ?, called = ?, waits = ?,
  average_wait_seconds = ?, seconds_per_place = ?, leased_first = ?, leased_last = ? WHERE service_id = ?`;

interface QueueRow extends StoredQueue {
  /** `[[wait in ms, places], …]` */
  readonly waits: string;
}

/** Counters of services within a transaction, with unwritten changes. */
export interface KnownQueues {
  readQueue(serviceId: string): StoredQueue | null;
  /**
   * Writes the changed rows, each once, and clears the cache. Call it before a commit, and before SQL that reads or
   * changes these rows.
   */
  writeQueues(): void;
}

/**
 * Queue rows with a write-back cache. Many tickets of a transaction belong to the same few services, so each row is
 * read once and written once.
 */
export function queueRows(db: Db): QueueRows & KnownQueues {
  const known = new Map<string, QueueRow>();
  const waits = new Map<string, readonly PastWait[]>();
  const changed = new Set<string>();

  function read(serviceId: string): QueueRow | null {
    const row = known.get(serviceId) ?? db.get<QueueRow>(SELECT, serviceId);
    if (row !== undefined) known.set(serviceId, row);
    return row ?? null;
  }

  function amend(serviceId: string, change: (row: QueueRow) => Partial<QueueRow>): void {
    const row = read(serviceId);
    if (row === null) return;
    known.set(serviceId, { ...row, ...change(row) });
    changed.add(serviceId);
  }

  function writeQueues(): void {
    for (const serviceId of changed) {
      const row = known.get(serviceId);
      if (row !== undefined) write(db, row, waits.get(serviceId));
    }
    changed.clear();
    waits.clear();
    known.clear();
  }

  return {
    readQueue: read,
    writeQueues,
    queue: (serviceId) => atOnce(read(serviceId)),
    queues: (services) => atOnce(services.map(read)),
    waitingCounts() {
      writeQueues();
      return atOnce(db.all<WaitingCount>(WAITING_COUNTS.sqlite));
    },
    ensureQueue(serviceId, locationId) {
      const queue = read(serviceId);
      if (queue?.locationId === locationId) return atOnce(queue);
      writeQueues();
      db.run(ENSURE, serviceId, locationId);
      const made = read(serviceId);
      if (made === null) throw new Error('A queue that was just created does not exist.');
      return atOnce(made);
    },
    countIssued(serviceId, { round, lastNumber, waiting, waitingPriority }) {
      amend(serviceId, () => ({ round, lastNumber, waiting, waitingPriority }));
      return DONE;
    },
    addWaiting(serviceId, change, ticketClass) {
      amend(serviceId, ({ waiting, waitingPriority }) => ({
        waiting: waiting + change,
        waitingPriority: waitingPriority + (isAhead(ticketClass) ? change : 0),
      }));
      return DONE;
    },
    countCall(serviceId, change) {
      amend(serviceId, ({ called }) => ({ called: called + change }));
      return DONE;
    },
    keepLeased(serviceId, { first, last }) {
      amend(serviceId, () => ({ leasedFirst: first, leasedLast: last }));
      return DONE;
    },
    waits: (serviceId) => atOnce(waits.get(serviceId) ?? pastWaitsOf(serviceId, read(serviceId)?.waits ?? '[]')),
    setWaits(serviceId, past, { averageWaitSeconds, secondsPerPlace }) {
      amend(serviceId, () => ({ averageWaitSeconds, secondsPerPlace }));
      waits.set(serviceId, past);
      return DONE;
    },
  };
}

/** @param waits the waits, if they changed */
function write(db: Db, row: QueueRow, waits: readonly PastWait[] | undefined): void {
  const text = waits === undefined ? row.waits : JSON.stringify(waits.map(({ waitMs, places }) => [waitMs, places]));
  const { round, lastNumber, waiting, waitingPriority, called, averageWaitSeconds, secondsPerPlace, serviceId } = row;
  db.run(
    WRITE,
    round,
    lastNumber,
    waiting,
    waitingPriority,
    called,
    text,
    averageWaitSeconds,
    secondsPerPlace,
    row.leasedFirst,
    row.leasedLast,
    serviceId,
  );
}
