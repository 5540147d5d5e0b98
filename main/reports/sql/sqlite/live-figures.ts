import type { Db } from '../../../database/sqlite/db.ts';
import { readQueue } from '../../../queue/sql/sqlite/queues.ts';
import type { DeskNow, ServiceNow, TodayInput } from '../../operations/report-queries.ts';

/** Appointments whose time is still to come do not wait yet. All in one index. */
const WAITING = `SELECT count(*) AS waiting, min(waiting_since) AS since, sum(? - waiting_since) AS total FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND waiting_since <= ?`;
/** The newest of each desk: with `max` SQLite gives the row that has it, and ids grow with time. */
const LAST_CALLS = `SELECT max(id), desk_id, ticket_id, service_id, user_id, called_at, ended_at FROM answer
  WHERE location_id = ? AND called_at >= ? GROUP BY desk_id`;
/** One that was called before the day began, and goes on. */
const OPEN_CALL = `SELECT desk_id, ticket_id, service_id, user_id, called_at, ended_at FROM answer
  WHERE state = 2 AND desk_id = ?`;
const NUMBER = 'SELECT service_id, number, label FROM ticket WHERE id = ?';

interface CallRow {
  readonly desk_id: string;
  readonly ticket_id: string;
  readonly service_id: string;
  readonly user_id: string;
  readonly called_at: number;
  readonly ended_at: number | null;
}

type LiveInput = Omit<TodayInput, 'rules'>;

/** How it is now, beside what the day has brought so far. */
export function liveFigures(
  db: Db,
  { locationId, from, services, desks, now }: LiveInput,
): { readonly services: readonly ServiceNow[]; readonly desks: readonly DeskNow[] } {
  const last = new Map(db.all<CallRow>(LAST_CALLS, locationId, from).map((call) => [call.desk_id, call]));
  return {
    services: services.map((serviceId) => serviceNow(db, serviceId, now)),
    desks: desks.flatMap((deskId) => {
      const call = db.get<CallRow>(OPEN_CALL, deskId) ?? last.get(deskId);
      return call === undefined ? [] : [deskNow(db, deskId, call)];
    }),
  };
}

function serviceNow(db: Db, serviceId: string, now: number): ServiceNow {
  const queue = readQueue(db, serviceId);
  const row = db.get<{ waiting: number; since: number | null; total: number | null }>(
    WAITING,
    now,
    serviceId,
    queue?.generation ?? 0,
    now,
  );
  const counted = row?.waiting ?? 0;
  return {
    serviceId,
    waiting: queue?.waiting ?? 0,
    waitingPriority: queue?.waitingPriority ?? 0,
    waitedMs: { count: counted, total: row?.total ?? 0, longest: counted === 0 ? 0 : now - (row?.since ?? now) },
  };
}

function deskNow(db: Db, deskId: string, call: CallRow): DeskNow {
  const ticket = db.get<{ service_id: string; number: number; label: string }>(NUMBER, call.ticket_id);
  return {
    deskId,
    userId: call.user_id,
    serviceId: call.service_id,
    ticket: { serviceId: ticket?.service_id ?? '', number: ticket?.number ?? 0, label: ticket?.label ?? '' },
    calledAt: call.called_at,
    endedAt: call.ended_at,
  };
}
