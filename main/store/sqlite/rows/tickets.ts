import { TICKET_STATE, type TicketRecord, type TicketState } from '../../../contract/queue.ts';
import type { Waiting } from '../../../core/call-order.ts';
import type { InLane, StoredTicket, TicketRows, Turn } from '../../../queue/rows.ts';
import { atOnce, DONE } from '../../../queue/step.ts';
import type { Db } from '../db.ts';
import type { KnownQueues } from './queues.ts';

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
  readonly changed_at: number;
  /** Not 0: it waited or was paused on a day that is over, and has not been marked as ended yet. */
  readonly stale: number | null;
}

type LaneRow = TicketRow & { readonly lane: string };

const NAMES = [
  'id, location_id, service_id, number, label, dst_service_id, dst_desk_id, dst_user_id, device_id, state, transferred',
  'flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at, issued_at, waiting_since, places',
  'called_when_cancelled, changed_at',
].join(', ');

const STALE = `(ticket.state IN (1, 3) AND
  ticket.generation < (SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id)) AS stale`;

/** The columns of `TicketRow`, for SELECT from `ticket`. */
export const TICKET_COLUMNS = [...NAMES.split(', ').map((name) => `ticket.${name}`), STALE].join(', ');

const BY_ID = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE id = ?`;
const HEAD = `SELECT id, dst_service_id AS dstServiceId, flags, issued_at AS issuedAt, waiting_since AS waitingSince FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND priority = ?
  ORDER BY waiting_since, issued_at, id LIMIT 1`;
const WAITING = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;
const TURNS = `SELECT id, dst_service_id, lane, flags, transferred, issued_at, waiting_since FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;
const IN_LANE = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND priority = ?
  ORDER BY waiting_since, issued_at, id LIMIT ?`;
/** The lane of everybody has the empty name. */
const IN_OTHER_LANES = `SELECT ${TICKET_COLUMNS}, lane FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane > '' AND lane <> ? AND lane <> ?
  ORDER BY lane, priority, waiting_since, issued_at, id LIMIT ?`;
const PAUSED = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE state = 3 AND dst_service_id = ? AND generation = ?`;
const CANCELLED_AFTER = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND called_when_cancelled >= ?`;
const CANCELLED_SINCE = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND changed_at >= ?`;

const INSERT = `
INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane, priority,
  device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at,
  issued_at, waiting_since, places, changed_at, generation, label)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SET_STATE = `UPDATE ticket SET state = ?, changed_at = ?, called_when_cancelled = ?, generation =
  coalesce((SELECT generation FROM service_queue WHERE service_id = ticket.dst_service_id), 0) WHERE id = ?`;
const SEND_ON = `UPDATE ticket SET state = ?, changed_at = ?, waiting_since = ?, places = ?, transferred = 1, dst_service_id = ?,
  dst_desk_id = ?, dst_user_id = ?, lane = ?, generation = ?, priority = ?, flags = ?, note = ?, custom_field = ? WHERE id = ?`;

const CLASSES = [1, 0] as const;

export function ticketRows(db: Db, queues: KnownQueues): TicketRows {
  return {
    ticket(id) {
      const row = db.get<TicketRow>(BY_ID, id);
      return atOnce(row === undefined ? null : storedTicket(row));
    },
    putTicket(ticket, { round, places, generation, lane, priority }) {
      db.run(
        INSERT,
        ticket.id,
        ticket.locationId,
        ticket.serviceId,
        round,
        ticket.number,
        ticket.dstServiceId,
        ticket.dstDeskId,
        ticket.dstUserId,
        lane,
        priority ? 1 : 0,
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
        places,
        ticket.issuedAt,
        generation,
        ticket.label,
      );
      return DONE;
    },
    setTicketState(id, state, now, calledWhenCancelled) {
      db.run(SET_STATE, state, now, calledWhenCancelled, id);
      return DONE;
    },
    sendTicketOn(ticket, now, { places, lane, generation, priority }) {
      db.run(
        SEND_ON,
        ticket.state,
        now,
        ticket.waitingSince,
        places,
        ticket.dstServiceId,
        ticket.dstDeskId,
        ticket.dstUserId,
        lane,
        generation,
        priority ? 1 : 0,
        ticket.flags,
        ticket.note,
        ticket.customField,
        ticket.id,
      );
      return DONE;
    },
    heads: (locationId, services, lanes) => atOnce(heads(db, queues, locationId, services, lanes)),
    waiting: (serviceId, generation) => atOnce(db.all<LaneRow>(WAITING, serviceId, generation).map(inLane)),
    waitingTurns: (serviceId, generation) => atOnce(db.all<TurnRow>(TURNS, serviceId, generation).map(turnInLane)),
    inLane: (serviceId, generation, lane, limit) =>
      atOnce(
        CLASSES.flatMap((priority) =>
          db.all<LaneRow>(IN_LANE, serviceId, generation, lane, priority, limit).map(inLane),
        ),
      ),
    inOtherLanes: (serviceId, generation, [one, other], limit) =>
      atOnce(db.all<LaneRow>(IN_OTHER_LANES, serviceId, generation, one, other, limit).map(inLane)),
    paused: (serviceId, generation) => atOnce(db.all<TicketRow>(PAUSED, serviceId, generation).map(storedTicket)),
    cancelledAfter: (serviceId, called) =>
      atOnce(db.all<TicketRow>(CANCELLED_AFTER, serviceId, called).map(storedTicket)),
    cancelledSince: (serviceId, since) =>
      atOnce(db.all<TicketRow>(CANCELLED_SINCE, serviceId, since).map(storedTicket)),
  };
}

/** Looks only into classes in which somebody waits. */
function heads(
  db: Db,
  queues: KnownQueues,
  locationId: string,
  services: readonly string[],
  lanes: readonly string[],
): Waiting[] {
  const found: Waiting[] = [];
  for (const serviceId of services) {
    const queue = queues.readQueue(serviceId);
    if (queue?.locationId !== locationId) continue;
    for (const priority of CLASSES) {
      const count = priority === 1 ? queue.waitingPriority : queue.waiting - queue.waitingPriority;
      if (count <= 0) continue;
      for (const lane of lanes) {
        const head = db.get<Waiting>(HEAD, serviceId, queue.generation, lane, priority);
        if (head !== undefined) found.push(head);
      }
    }
  }
  return found;
}

interface TurnRow {
  readonly id: string;
  readonly dst_service_id: string;
  readonly lane: string;
  readonly flags: number;
  readonly transferred: number;
  readonly issued_at: number;
  readonly waiting_since: number;
}

function turnInLane(row: TurnRow): InLane<Turn> {
  const { id, dst_service_id: dstServiceId, flags, issued_at: issuedAt, waiting_since: waitingSince } = row;
  const transferred = row.transferred === 1;
  return { lane: row.lane, ticket: { id, dstServiceId, flags, issuedAt, waitingSince, transferred } };
}

function inLane(row: LaneRow): InLane<TicketRecord> {
  return { lane: row.lane, ticket: ticketRecord(row) };
}

function storedTicket(row: TicketRow): StoredTicket {
  return {
    ticket: ticketRecord(row),
    places: row.places,
    calledWhenCancelled: row.called_when_cancelled,
    changedAt: row.changed_at,
  };
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
