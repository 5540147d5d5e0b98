/** Columns of the fields. A field without a column does not compile. */
import type { ColumnsOf } from '../../database/sql.ts';
import type { Engine } from '../../database/tables/table.ts';
import type { CallRecord, TicketRecord } from '../contract/records.ts';
import type { CallFacts } from '../rules/day/tally.ts';

export const TICKET_COLUMN = {
  id: 'id',
  locationId: 'location_id',
  serviceId: 'service_id',
  dstServiceId: 'dst_service_id',
  dstDeskId: 'dst_desk_id',
  dstUserId: 'dst_user_id',
  deviceId: 'device_id',
  number: 'number',
  label: 'label',
  state: 'state',
  transferred: 'transferred',
  flags: 'flags',
  note: 'note',
  lang: 'lang',
  customField: 'custom_field',
  clientName: 'client_name',
  appId: 'app_id',
  appDisplayName: 'app_display_name',
  scheduledAt: 'scheduled_at',
  issuedAt: 'issued_at',
  waitingSince: 'waiting_since',
} as const satisfies Readonly<Record<keyof TicketRecord, string>>;

/** Columns shared by all readers of calls. */
export const CALLED_COLUMN = {
  serviceId: 'service_id',
  deskId: 'desk_id',
  userId: 'user_id',
  state: 'state',
  calledAt: 'called_at',
  endedAt: 'ended_at',
} as const;

/** Columns of a call for reports. */
export const CALL_FACT_COLUMN: ColumnsOf<CallFacts> = { ...CALLED_COLUMN, waitedMs: 'waited_ms', first: 'first' };

/** Whether a row of `ticket` belongs to an earlier day and is not marked as ended yet. */
export function staleTicket(engine: Engine): string {
  const located = engine === 'postgres' ? 'service_queue.location_id = ticket.location_id AND ' : '';
  return `(ticket.state IN (1, 3) AND ticket.generation < coalesce((SELECT generation FROM service_queue
  WHERE ${located}service_id = ticket.dst_service_id), 0))`;
}

export const ANSWER_COLUMN: Readonly<Record<keyof CallRecord, string>> = {
  id: 'id',
  ticketId: 'ticket_id',
  locationId: 'location_id',
  ...CALLED_COLUMN,
};
