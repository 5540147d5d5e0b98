/** History functions specific to SQLite. */
import type { Db } from '../../../database/sqlite/db.ts';
import { TICKET_STATE, type TicketState } from '../../../queue/contract/records.ts';
import type { PastTicket } from '../../operations/history-rows.ts';

const SERVICES = 'SELECT service_id FROM service_queue WHERE location_id = ?';
/** Ordered by number, which is the order of issue. */
const TICKETS = `SELECT id, location_id, service_id, round, number, state, issued_at, changed_at FROM ticket
  WHERE service_id = ? AND (round, number) > (?, ?) ORDER BY round, number LIMIT ?`;
/** Incremented with every purge, so that running reports notice it. */
const COUNTER = 'retention.purged';
const COUNT = `INSERT INTO meta (key, value) VALUES ('${COUNTER}', '1')
  ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1`;

export function noteForgetting(db: Db): void {
  db.run(COUNT);
}

/** Number of purges so far. */
export function forgettings(db: Db): string {
  return db.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', COUNTER)?.value ?? '0';
}

interface NumberedRow {
  readonly id: string;
  readonly location_id: string;
  readonly service_id: string;
  readonly round: number;
  readonly number: number;
  readonly state: TicketState;
  readonly issued_at: number;
  readonly changed_at: number;
}

const OVER: ReadonlySet<TicketState> = new Set([TICKET_STATE.ended, TICKET_STATE.cancelled]);

/** Reads the tickets of each service in number order, up to the first recent one. */
export function pastTickets(db: Db, locationId: string, before: number, limit: number): readonly PastTicket[] {
  const found: PastTicket[] = [];
  for (const { service_id: serviceId } of db.all<{ service_id: string }>(SERVICES, locationId)) {
    for (const row of numbered(db, serviceId, limit)) {
      if (row.issued_at >= before) break;
      if (!OVER.has(row.state) || row.changed_at >= before) continue;
      found.push({ id: row.id, locationId: row.location_id, serviceId, issuedAt: row.issued_at });
      if (found.length === limit) return found;
    }
  }
  return found;
}

/** Reads one row first to see whether there is work, then many. */
function* numbered(db: Db, serviceId: string, many: number): Generator<NumberedRow> {
  let after = { round: -1, number: -1 };
  for (let count = 1; ; count = many) {
    const rows = db.all<NumberedRow>(TICKETS, serviceId, after.round, after.number, count);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return;
    after = last;
  }
}
