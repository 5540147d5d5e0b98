/** SQL for live figures of one location, and of all of them. */
import type { Effects } from '../../database/effect.ts';
import { sql } from '../../database/sql.ts';
import type { SqlRunner } from '../../database/sql-runner.ts';
import { largest } from '../../lib/lists.ts';
import { CALL_STATE, TICKET_STATE } from '../../queue/contract/records.ts';
import type { BranchesInput, DeskNow, ReportQueries, ServiceNow, TodayInput } from '../operations/report-queries.ts';
import type { BranchNow } from '../rules/branches.ts';

/** Counters, plus an index look-up of the longest wait for queues that are not empty. */
const BRANCH_SERVICES = sql(
  'branches-now',
  ({ isIn, inPostgres }) => `SELECT queue.location_id AS "locationId", queue.waiting,
    queue.average_wait_seconds AS "averageWaitSeconds",
    CASE WHEN queue.waiting > 0 THEN (SELECT min(waiting_since) FROM ticket
      WHERE ${inPostgres('ticket.location_id = queue.location_id AND ')}state = 1 AND dst_service_id = queue.service_id
        AND ticket.generation = queue.generation AND waiting_since <= $2) END AS since
  FROM service_queue AS queue WHERE ${isIn('queue.location_id', 1)}`,
);
/** In SQLite, over all open calls: at most one per desk. */
const SERVING = sql(
  'branches-serving',
  ({ isIn, indexedBy }) => `SELECT location_id AS "locationId", count(*) AS serving
  FROM answer ${indexedBy('answer_open_desk')} WHERE ${isIn('location_id', 1)} AND state = 2 GROUP BY location_id`,
);

/** A service with a queue at a location. */
interface BranchServiceRow {
  readonly locationId: string;
  readonly waiting: number;
  readonly averageWaitSeconds: number | null;
  /** Start of the longest wait; null without waiting visitors. */
  readonly since: number | null;
}

interface ServingRow {
  readonly locationId: string;
  readonly serving: number;
}

/** Omits locations that never had a queue. */
export function* branchesNow(db: SqlRunner, { locations, now }: BranchesInput): Effects<readonly BranchNow[]> {
  const services = yield* db.all<BranchServiceRow>(BRANCH_SERVICES, locations, now);
  const open = yield* db.all<ServingRow>(SERVING, locations);
  const serving = new Map(open.map((row) => [row.locationId, row.serving]));
  return [...Map.groupBy(services, ({ locationId }) => locationId)].map(([locationId, rows]) => {
    const waits = rows.flatMap(({ averageWaitSeconds }) => (averageWaitSeconds === null ? [] : [averageWaitSeconds]));
    return {
      locationId,
      waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
      longestMs: largest([0, ...rows.map(({ since }) => (since === null ? 0 : now - since))]),
      averageWaitSeconds:
        waits.length === 0 ? null : Math.round(waits.reduce((sum, each) => sum + each, 0) / waits.length),
      serving: serving.get(locationId) ?? 0,
    };
  });
}

/** Excludes appointments that are not due. Uses a single index. */
const SERVICES = sql(
  'services-now',
  ({ isIn, inPostgres }) => `SELECT queue.service_id AS "serviceId", queue.waiting,
    queue.waiting_priority AS "waitingPriority", count(ticket.id) AS count, min(ticket.waiting_since) AS since,
    CAST(coalesce(sum(CAST($3 AS bigint) - ticket.waiting_since), 0) AS bigint) AS total
  FROM service_queue AS queue LEFT JOIN ticket ON ${inPostgres('ticket.location_id = queue.location_id AND ')}
    ticket.state = ${TICKET_STATE.waiting} AND ticket.dst_service_id = queue.service_id
    AND ticket.generation = queue.generation AND ticket.waiting_since <= $3
  WHERE queue.location_id = $1 AND ${isIn('queue.service_id', 2)} GROUP BY queue.location_id, queue.service_id`,
);
const DESK = `call.user_id AS "userId", call.service_id AS "serviceId", call.called_at AS "calledAt",
    call.ended_at AS "endedAt", ticket.service_id AS "numberServiceId", ticket.number, ticket.label`;
const CALL = 'desk_id, user_id, service_id, called_at, ended_at, ticket_id';
/** The open call, which may be from an earlier day; else the last one of the day. */
const DESKS = sql('desks-now', ({ engine }) =>
  engine === 'sqlite'
    ? // No index has the calls of a desk. With `max`, SQLite returns the row of the maximum; ids grow with time.
      `SELECT call.desk_id AS "deskId", ${DESK} FROM (SELECT max(id), ${CALL}, 0 AS is_open FROM answer
      WHERE location_id = $1 AND called_at >= $3 GROUP BY desk_id UNION ALL SELECT id, ${CALL}, 1
      FROM answer INDEXED BY answer_open_desk WHERE location_id = $1 AND state = ${CALL_STATE.inService} AND desk_id IN (SELECT value FROM json_each($2))) AS call
    JOIN ticket ON ticket.id = call.ticket_id ORDER BY is_open`
    : `SELECT desk.id AS "deskId", ${DESK} FROM unnest($2::text[]) AS desk (id) CROSS JOIN LATERAL (
      (SELECT * FROM answer WHERE location_id = $1 AND desk_id = desk.id AND state = ${CALL_STATE.inService} LIMIT 1)
      UNION ALL (SELECT * FROM answer WHERE location_id = $1 AND desk_id = desk.id AND called_at >= $3
        ORDER BY called_at DESC, id DESC LIMIT 1) LIMIT 1) AS call
    CROSS JOIN LATERAL (SELECT * FROM ticket WHERE location_id = $1 AND id = call.ticket_id LIMIT 1) AS ticket`,
);

interface ServiceRow extends Omit<ServiceNow, 'waitedMs'> {
  readonly count: number;
  readonly since: number | null;
  readonly total: number;
}

type DeskRow = Omit<DeskNow, 'ticket'> & {
  readonly numberServiceId: string;
  readonly number: number;
  readonly label: string;
};

export function* liveFigures(
  db: SqlRunner,
  { locationId, from, services, desks, now }: Omit<TodayInput, 'rules'>,
): Effects<Omit<ReportQueries['today']['output'], 'period'>> {
  const serviceRows = yield* db.all<ServiceRow>(SERVICES, locationId, services, now);
  const ofService = new Map(serviceRows.map((row) => [row.serviceId, row]));
  const deskRows = yield* db.all<DeskRow>(DESKS, locationId, desks, from);
  // SQLite returns two rows for a desk with an open call, that call last.
  const ofDesk = new Map(deskRows.map((row) => [row.deskId, row]));
  return {
    services: services.map((serviceId) => serviceNow(serviceId, ofService.get(serviceId), now)),
    desks: desks.flatMap((deskId) => {
      const row = ofDesk.get(deskId);
      if (row === undefined) return [];
      const { numberServiceId, number, label, ...desk } = row;
      return [{ ...desk, ticket: { serviceId: numberServiceId, number, label } }];
    }),
  };
}

function serviceNow(serviceId: string, row: ServiceRow | undefined, now: number): ServiceNow {
  if (row === undefined) {
    return { serviceId, waiting: 0, waitingPriority: 0, waitedMs: { count: 0, total: 0, longest: 0 } };
  }
  const { waiting, waitingPriority, count, total, since } = row;
  return { serviceId, waiting, waitingPriority, waitedMs: { count, total, longest: since === null ? 0 : now - since } };
}
