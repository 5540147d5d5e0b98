/** Which column holds which field. A new field of a record does not compile until it stands here. */
import type { CallRecord, TicketRecord } from '../../contract/records.ts';

export const TICKET_COLUMN: Readonly<Record<keyof TicketRecord, string>> = {
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
};

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
