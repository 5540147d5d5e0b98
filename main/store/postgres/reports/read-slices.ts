import type { CallFacts } from '../../../core/reports/tally.ts';
import { firstUuidAt } from '../../../core/uuid.ts';
import type { ReportSpan } from '../../store.ts';
import type { Line } from '../pool.ts';
import { selected, statement } from '../statement.ts';

const SLICE_ROWS = 5_000;
/** When the clock is set back, ids run ahead of it until it has caught up. */
export const CLOCK_MARGIN_MS = 3_600_000;

/** The columns of `CallFacts`. */
const CALL_COLUMN: Readonly<Record<keyof CallFacts, string>> = {
  serviceId: 'service_id',
  deskId: 'desk_id',
  userId: 'user_id',
  state: 'state',
  calledAt: 'called_at',
  endedAt: 'ended_at',
  waitedMs: 'waited_ms',
  first: 'first',
};
export const CALL_FIELDS = selected(CALL_COLUMN, 'answer');

const CALLS = statement(
  'report-calls',
  `SELECT id, ${CALL_FIELDS} FROM answer
  WHERE location_id = $1 AND called_at >= $2 AND called_at < $3 AND (called_at, id) > ($2, $4)
  ORDER BY called_at, id LIMIT ${SLICE_ROWS}`,
);

/** One slice after the other, in the order of the calls. */
export async function* callSlices(
  line: Line,
  { locationId, from, until }: ReportSpan,
): AsyncGenerator<readonly CallFacts[]> {
  for (let after = { at: from, id: '' }; ; ) {
    const rows = await line.ask<CallFacts & { readonly id: string }>(CALLS, [locationId, after.at, until, after.id]);
    yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = { at: last.calledAt, id: last.id };
  }
}

interface TicketFacts {
  readonly id: string;
  readonly serviceId: string;
  readonly issuedAt: number;
}

const TICKETS = statement(
  'report-tickets',
  `SELECT id, service_id AS "serviceId", issued_at AS "issuedAt" FROM ticket
  WHERE location_id = $1 AND id > $2 AND id < $3 ORDER BY id LIMIT ${SLICE_ROWS}`,
);

export async function* ticketSlices(
  line: Line,
  { locationId, from, until }: ReportSpan,
): AsyncGenerator<readonly TicketFacts[]> {
  const end = firstUuidAt(until + CLOCK_MARGIN_MS);
  for (let after = firstUuidAt(from); ; ) {
    const rows = await line.ask<TicketFacts>(TICKETS, [locationId, after, end]);
    yield rows.filter(({ issuedAt }) => issuedAt >= from && issuedAt < until);
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE_ROWS) return;
    after = last.id;
  }
}
