/** Queue statements that both databases share. */

import { sql } from '../../database/sql.ts';
import { TICKET_STATE } from '../contract/records.ts';

export const COUNT_OPEN = sql(
  'count-open',
  ({ inPostgres }) => `SELECT CAST(coalesce(sum(waiting + (SELECT count(*) FROM ticket
    WHERE ${inPostgres('ticket.location_id = $1 AND ')}state = ${TICKET_STATE.paused}
      AND dst_service_id = service_queue.service_id AND ticket.generation = service_queue.generation)), 0) AS bigint) AS open
  FROM service_queue WHERE location_id = $1`,
);
export const PLAN_ENDING = sql('plan-ending', ({ inPostgres }) => {
  const located = inPostgres('location_id, ');
  return `INSERT INTO day_end (${located}service_id, ended_at)
  SELECT ${located}service_id, $2 FROM service_queue WHERE location_id = $1
  ON CONFLICT (${located}service_id) DO UPDATE SET ended_at = excluded.ended_at`;
});
export const START_SERVICES = sql(
  'start-services',
  `UPDATE service_queue SET waiting = 0, waiting_priority = 0, generation = generation + 1, round = round + 1,
  last_number = NULL, waits = '[]', average_wait_seconds = NULL, seconds_per_place = NULL,
  leased_first = NULL, leased_last = NULL WHERE location_id = $1`,
);
export const WAITING_COUNTS = sql('waiting-counts', 'SELECT service_id AS "serviceId", waiting FROM service_queue');
export const PUT_TURN = sql(
  'put-turn-change',
  'INSERT INTO turn_change (location_id, at, ticket_id, change) VALUES ($1, $2, $3, $4)',
);
export const DUE_TURNS = sql(
  'due-turn-changes',
  `SELECT at, ticket_id AS "ticketId", change FROM turn_change
  WHERE location_id = $1 AND at <= $2 ORDER BY at, ticket_id`,
);
/** Only applies to tickets that were not transferred: a requeued or transferred ticket is no appointment any more. */
export const TURN = {
  joins: sql(
    'ticket-joins',
    ({ inPostgres }) => `UPDATE ticket SET lane = substr(lane, 2) WHERE ${inPostgres('location_id = $1 AND ')}id = $2
    AND state = ${TICKET_STATE.waiting} AND NOT transferred AND substr(lane, 1, 1) = 'h'`,
  ),
  ages: sql(
    'ticket-ages',
    ({ inPostgres }) => `UPDATE ticket SET waiting_since = issued_at WHERE ${inPostgres('location_id = $1 AND ')}id = $2
    AND state = ${TICKET_STATE.waiting} AND NOT transferred`,
  ),
};
export const DROP_TURNS = sql(
  'drop-turn-changes',
  'DELETE FROM turn_change WHERE location_id = $1 AND at <= coalesce($2, at)',
);

export const GIVE_ANSWER = sql(
  'give-answer',
  ({ inPostgres }) => `UPDATE answer SET user_id = $2 WHERE ${inPostgres('location_id = $1 AND ')}id = $3`,
);
export const DROP_ANSWER = sql(
  'drop-answer',
  ({ inPostgres }) => `DELETE FROM answer WHERE ${inPostgres('location_id = $1 AND ')}id = $2`,
);
