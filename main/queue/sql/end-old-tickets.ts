/**
 * SQL that ends the tickets of past business days.
 *
 * It marks them in slices, so that other operations do not wait long. After an interruption it continues at the next
 * start. Concurrent servers process different services.
 */

import { type Effects, finish } from '../../database/effect.ts';
import { type Dialect, sql } from '../../database/sql.ts';
import { type SqlRunner, sqliteRunner } from '../../database/sql-runner.ts';
import type { Db } from '../../database/sqlite/db.ts';
import { TICKET_STATE } from '../contract/records.ts';

/** A slice takes a few milliseconds. */
const SLICE_ROWS = 1000;

const NEXT = sql(
  'next-day-end',
  ({
    inPostgres,
  }) => `SELECT ${inPostgres('location_id AS "locationId", ')}service_id AS "serviceId", ended_at AS "endedAt"
  FROM day_end LIMIT 1 ${inPostgres('FOR UPDATE SKIP LOCKED')}`,
);

/** Ends tickets of earlier days in this state, by the index of the state. */
function end(state: number): (dialect: Dialect) => string {
  return ({ engine, inPostgres }) => {
    const here = inPostgres('location_id = $1 AND ');
    const old = `${here}dst_service_id = $2 AND state = ${state} AND generation <
    (SELECT generation FROM service_queue WHERE ${here}service_id = $2)`;
    const slice = `SELECT id FROM ticket WHERE ${old} LIMIT ${SLICE_ROWS}`;
    return `UPDATE ticket SET state = ${TICKET_STATE.ended}, changed_at = $3 WHERE ${old}
    AND id ${engine === 'sqlite' ? `IN (${slice})` : `= ANY (ARRAY(${slice}))`}`;
  };
}
const END_WAITING = sql('end-waiting-tickets', end(TICKET_STATE.waiting));
const END_PAUSED = sql('end-paused-tickets', end(TICKET_STATE.paused));
const DROP = sql(
  'drop-day-end',
  ({ inPostgres }) => `DELETE FROM day_end WHERE ${inPostgres('location_id = $1 AND ')}service_id = $2`,
);

interface DayEnd {
  /** Absent in SQLite. */
  readonly locationId?: string;
  readonly serviceId: string;
  readonly endedAt: number;
}

/** Ends a slice of tickets within a transaction; returns whether there may be more. */
export function* endSome(db: SqlRunner): Effects<boolean> {
  const next = yield* db.one<DayEnd>(NEXT);
  if (next === null) return false;
  const { locationId = '', serviceId, endedAt } = next;
  const waiting = yield* db.change(END_WAITING, locationId, serviceId, endedAt);
  const paused = yield* db.change(END_PAUSED, locationId, serviceId, endedAt);
  if (waiting < SLICE_ROWS && paused < SLICE_ROWS) yield* db.send(DROP, locationId, serviceId);
  return true;
}

/** The same in a transaction of SQLite. Starts no transaction if there is nothing to do. */
export function endOldTickets(db: Db): boolean {
  const runner = sqliteRunner(db);
  return finish(runner.one(NEXT)) !== null && db.transaction(() => finish(endSome(runner)));
}
