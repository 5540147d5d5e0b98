/**
 * Tickets that waited or were paused when their day ended are invisible from that moment on, by their generation. Here
 * they are marked as ended too, some at a time. Servers that do so at once take different services.
 */

import type { Pool } from '../../database/postgres/pool.ts';
import { awaited } from '../../database/postgres/session.ts';
import { statement } from '../../database/postgres/statement.ts';
import { TICKET_STATE } from '../../queue/contract/records.ts';
import { inTransaction } from './batch.ts';

const SLICE_ROWS = 1000;

const NEXT = statement(
  'next-day-end',
  `SELECT location_id AS "locationId", service_id AS "serviceId", ended_at AS "endedAt" FROM day_end
  LIMIT 1 FOR UPDATE SKIP LOCKED`,
);
/** Those of earlier days, by the index of their state. */
const of = (state: number): string => `location_id = $1 AND dst_service_id = $2 AND state = ${state} AND generation <
  (SELECT generation FROM service_queue WHERE location_id = $1 AND service_id = $2)`;
const end = (name: string, state: number) =>
  statement(
    name,
    `UPDATE ticket SET state = ${TICKET_STATE.ended}, changed_at = $3 WHERE ${of(state)}
    AND id = ANY (ARRAY(SELECT id FROM ticket WHERE ${of(state)} LIMIT ${SLICE_ROWS}))`,
  );
const END_WAITING = end('end-waiting-tickets', TICKET_STATE.waiting);
const END_PAUSED = end('end-paused-tickets', TICKET_STATE.paused);
const DONE = statement('drop-day-end', 'DELETE FROM day_end WHERE location_id = $1 AND service_id = $2');

/** Ends some of them; says whether there may be more. */
export function endOldTickets(pool: Pool): Promise<boolean> {
  return pool.work((line) =>
    inTransaction(line, null, (session) =>
      awaited(
        (function* () {
          const [next] = yield* session.ask<{ locationId: string; serviceId: string; endedAt: number }>(NEXT, []);
          if (next === undefined) return false;
          const { locationId, serviceId, endedAt } = next;
          const values = [locationId, serviceId, endedAt];
          const ended = [yield* session.change(END_WAITING, values), yield* session.change(END_PAUSED, values)];
          if (ended.every((rows) => rows < SLICE_ROWS)) session.send(DONE, [locationId, serviceId]);
          return true;
        })(),
      ),
    ),
  );
}
