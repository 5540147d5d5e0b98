/** The column of each field. A field without one does not compile. */
import type { CallRecord, TicketRecord } from '../contract/records.ts';

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

/** Types of these columns in PostgreSQL. */
export const TICKET_COLUMN_TYPE = {
  id: 'text',
  serviceId: 'text',
  dstServiceId: 'text',
  dstDeskId: 'text',
  dstUserId: 'text',
  deviceId: 'text',
  number: 'bigint',
  label: 'text',
  state: 'smallint',
  transferred: 'boolean',
  flags: 'integer',
  note: 'text',
  lang: 'text',
  customField: 'text',
  clientName: 'text',
  appId: 'text',
  appDisplayName: 'text',
  scheduledAt: 'bigint',
  issuedAt: 'bigint',
  waitingSince: 'bigint',
} as const satisfies Readonly<Record<Exclude<keyof TicketRecord, 'locationId'>, string>>;

/** What a call is, whoever looks at it. */
export const CALLED_COLUMN = {
  serviceId: 'service_id',
  deskId: 'desk_id',
  userId: 'user_id',
  state: 'state',
  calledAt: 'called_at',
  endedAt: 'ended_at',
} as const;

export const ANSWER_COLUMN: Readonly<Record<keyof CallRecord, string>> = {
  id: 'id',
  ticketId: 'ticket_id',
  locationId: 'location_id',
  ...CALLED_COLUMN,
};
