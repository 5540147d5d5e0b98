import type { PoolConnection } from '../../../database/postgres/pool.ts';
import { statement } from '../../../database/postgres/statement.ts';
import type { DeskNow, ReportQueries, ServiceNow, TodayInput } from '../../operations/report-queries.ts';

/** Appointments whose time is still to come do not wait yet. All in one index. */
const SERVICES = statement(
  'services-now',
  `SELECT queue.service_id AS "serviceId", queue.waiting, queue.waiting_priority AS "waitingPriority",
    counted.count, counted.since, counted.total
  FROM service_queue AS queue CROSS JOIN LATERAL (SELECT count(*) AS count, min(waiting_since) AS since,
      coalesce(sum($3::bigint - waiting_since), 0)::bigint AS total FROM ticket
    WHERE ticket.location_id = $1 AND state = 1 AND dst_service_id = queue.service_id
      AND ticket.generation = queue.generation AND waiting_since <= $3) AS counted
  WHERE queue.location_id = $1 AND queue.service_id = ANY ($2)`,
);
/** The open call, which may be of before the day began; else the last one of the day. */
const DESKS = statement(
  'desks-now',
  `SELECT desk.id AS "deskId", call.user_id AS "userId", call.service_id AS "serviceId", call.called_at AS "calledAt",
    call.ended_at AS "endedAt", ticket.service_id AS "numberServiceId", ticket.number, ticket.label
  FROM unnest($2::text[]) WITH ORDINALITY AS desk (id, place) CROSS JOIN LATERAL (
    (SELECT * FROM answer WHERE location_id = $1 AND desk_id = desk.id AND state = 2 LIMIT 1) UNION ALL
    (SELECT * FROM answer WHERE location_id = $1 AND desk_id = desk.id AND called_at >= $3
      ORDER BY called_at DESC, id DESC LIMIT 1) LIMIT 1) AS call
  CROSS JOIN LATERAL (SELECT * FROM ticket WHERE location_id = $1 AND id = call.ticket_id LIMIT 1) AS ticket
  ORDER BY desk.place`,
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

type LiveInput = Omit<TodayInput, 'rules'>;

/** How it is now, beside what the day has brought so far. */
export async function liveFigures(
  line: PoolConnection,
  { locationId, from, services, desks, now }: LiveInput,
): Promise<Omit<ReportQueries['today']['output'], 'period'>> {
  const serviceRows = await line.ask<ServiceRow>(SERVICES, [locationId, services, now]);
  const deskRows = await line.ask<DeskRow>(DESKS, [locationId, desks, from]);
  const byId = new Map(serviceRows.map((row) => [row.serviceId, row]));
  return {
    services: services.map((serviceId) => serviceNow(serviceId, byId.get(serviceId), now)),
    desks: deskRows.map(({ numberServiceId, number, label, ...desk }) => ({
      ...desk,
      ticket: { serviceId: numberServiceId, number, label },
    })),
  };
}

function serviceNow(serviceId: string, row: ServiceRow | undefined, now: number): ServiceNow {
  if (row === undefined) {
    return { serviceId, waiting: 0, waitingPriority: 0, waitedMs: { count: 0, total: 0, longest: 0 } };
  }
  const { waiting, waitingPriority, count, total, since } = row;
  return { serviceId, waiting, waitingPriority, waitedMs: { count, total, longest: since === null ? 0 : now - since } };
}
