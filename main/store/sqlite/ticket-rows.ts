import { TICKET_STATE, type TicketRecord, type TicketState } from '../../contract/queue.ts';
import { isPriority } from '../../core/call-order.ts';
import type { Db } from './db.ts';

/** A row of `ticket`, as far as it is read. */
export interface TicketRow {
  readonly id: string;
  readonly location_id: string;
  readonly service_id: string;
  readonly number: number;
  readonly label: string;
  readonly dst_service_id: string;
  readonly dst_desk_id: string;
  readonly dst_user_id: string;
  readonly device_id: string;
  readonly state: TicketState;
  readonly transferred: number;
  readonly flags: number;
  readonly note: string;
  readonly lang: string;
  readonly custom_field: string;
  readonly client_name: string;
  readonly app_id: string;
  readonly app_display_name: string;
  readonly scheduled_at: number | null;
  readonly issued_at: number;
  readonly waiting_since: number;
  readonly places: number;
  readonly called_when_cancelled: number | null;
  /** Not 0: it waited or was paused on a day that is over, and has not been marked as ended yet. */
  readonly stale: number | null;
}

const NAMES = [
  'id, location_id, service_id, number, label, dst_service_id, dst_desk_id, dst_user_id, device_id, state, transferred',
  'flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at, issued_at, waiting_since, places',
  'called_when_cancelled',
].join(', ');

const STALE = `(ticket.state IN (1, 3) AND
  ticket.generation < (SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id)) AS stale`;

/** The columns of `TicketRow`, for SELECT from `ticket`. */
export const TICKET_COLUMNS = [...NAMES.split(', ').map((name) => `ticket.${name}`), STALE].join(', ');

const SELECT_BY_ID = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE id = ?`;

export function readTicket(db: Db, id: string): TicketRow | undefined {
  const row = db.get<TicketRow>(SELECT_BY_ID, id);
  return row?.stale ? { ...row, state: TICKET_STATE.ended, stale: 0 } : row;
}

export function ticketRecord(row: TicketRow): TicketRecord {
  return {
    id: row.id,
    locationId: row.location_id,
    serviceId: row.service_id,
    dstServiceId: row.dst_service_id,
    dstDeskId: row.dst_desk_id,
    dstUserId: row.dst_user_id,
    deviceId: row.device_id,
    number: row.number,
    label: row.label,
    state: row.stale ? TICKET_STATE.ended : row.state,
    transferred: row.transferred === 1,
    flags: row.flags,
    note: row.note,
    lang: row.lang,
    customField: row.custom_field,
    clientName: row.client_name,
    appId: row.app_id,
    appDisplayName: row.app_display_name,
    scheduledAt: row.scheduled_at,
    issuedAt: row.issued_at,
    waitingSince: row.waiting_since,
  };
}

/** The lane that a waiting ticket stands in. One that names desk and user waits for the desk. */
export function laneOf(ticket: Pick<TicketRecord, 'dstDeskId' | 'dstUserId'>): string {
  if (ticket.dstDeskId !== '') return deskLane(ticket.dstDeskId);
  return ticket.dstUserId === '' ? ANYBODY : userLane(ticket.dstUserId);
}

export const ANYBODY = '';
export const deskLane = (deskId: string): string => `d${deskId}`;
export const userLane = (userId: string): string => `u${userId}`;

const INSERT = `
INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane, priority,
  device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at,
  issued_at, waiting_since, places, changed_at, generation, label)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** `generation`: the service's; `places`: its place in the queue, 1 when it is next; `lane`: another one than `laneOf`. */
export function insertTicket(
  db: Db,
  ticket: TicketRecord,
  row: { readonly round: number; readonly places: number; readonly generation: number; readonly lane?: string },
): void {
  db.run(
    INSERT,
    ticket.id,
    ticket.locationId,
    ticket.serviceId,
    row.round,
    ticket.number,
    ticket.dstServiceId,
    ticket.dstDeskId,
    ticket.dstUserId,
    row.lane ?? laneOf(ticket),
    isPriority(ticket) ? 1 : 0,
    ticket.deviceId,
    ticket.state,
    ticket.transferred ? 1 : 0,
    ticket.flags,
    ticket.note,
    ticket.lang,
    ticket.customField,
    ticket.clientName,
    ticket.appId,
    ticket.appDisplayName,
    ticket.scheduledAt,
    ticket.issuedAt,
    ticket.waitingSince,
    row.places,
    ticket.issuedAt,
    row.generation,
    ticket.label,
  );
}

const SET_STATE = `UPDATE ticket SET state = ?, changed_at = ?, called_when_cancelled = ?, generation =
  coalesce((SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id), 0) WHERE id = ?`;

/** `calledWhenCancelled`: how many tickets of its service had been called so far, for a cancelled ticket only. */
export function setTicketState(
  db: Db,
  id: string,
  state: TicketState,
  now: number,
  calledWhenCancelled: number | null = null,
): void {
  db.run(SET_STATE, state, now, calledWhenCancelled, id);
}
