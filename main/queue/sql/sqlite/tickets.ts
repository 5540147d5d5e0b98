/** SQLite row functions of tickets. */
import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import { TICKET_STATE, type TicketRecord, type TicketState } from '../../contract/records.ts';
import { callableFrom, userOf } from '../../operations/parts/lanes.ts';
import type { QueueOfToday } from '../../operations/rows/queues.ts';
import type { InLane, LaneCount, StoredTicket, TicketRows, TicketTurn } from '../../operations/rows/tickets.ts';
import { compareWaiting, type PlaceInService, type QueueOrderKey, type Waiting } from '../../rules/call-order.ts';
import type { JoinedTexts } from '../../rules/find-tickets.ts';
import { isAhead } from '../../rules/ticket-class.ts';
import { staleTicket } from '../columns.ts';
import type { KnownQueues } from './queues.ts';
import type { TicketCache } from './ticket-cache.ts';

/** Columns of `ticket` that are read. */
export interface SqliteTicketRow {
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
  readonly lane: string;
  readonly class: number;
  readonly places: number;
  readonly called_when_cancelled: number | null;
  readonly changed_at: number;
  /** Not 0: it waited or was paused on an earlier day, and is not marked as ended yet. */
  readonly stale: number | null;
}

const NAMES = [
  'id, location_id, service_id, number, label, dst_service_id, dst_desk_id, dst_user_id, device_id, state, transferred',
  'flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at, issued_at, waiting_since, places',
  'lane, class, called_when_cancelled, changed_at',
].join(', ');

/** The columns of `TicketRow`, for SELECT from `ticket`. */
export const TICKET_COLUMNS = [
  ...NAMES.split(', ').map((name) => `ticket.${name}`),
  `${staleTicket('sqlite')} AS stale`,
].join(', ');

/** Condition of the index `ticket_waiting_both`: addressed to desk and user, and callable. */
const NAMES_BOTH = `substr(lane, 1, 1) = 'd' AND dst_user_id <> ''`;

const BY_ID = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE id = ?`;
const HEAD = `SELECT id, dst_service_id AS dstServiceId, issued_at AS issuedAt, waiting_since AS waitingSince FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND class = ?
  ORDER BY waiting_since, issued_at, id LIMIT 1`;
/** For a user lane: includes tickets that also name a desk. */
const HEAD_OF_USER = `SELECT * FROM (${HEAD}) UNION ALL SELECT * FROM (
  SELECT id, dst_service_id, issued_at, waiting_since FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND dst_user_id = ? AND class = ? AND ${NAMES_BOTH}
  ORDER BY waiting_since, issued_at, id LIMIT 1) ORDER BY waitingSince, issuedAt, id LIMIT 1`;
const WAITING = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;
const TURNS = `SELECT id, dst_service_id, lane, class, transferred, issued_at, waiting_since FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ?`;
/** The index contains all these columns; full rows are read only for the first tickets over all lanes. */
const PLACES_IN_LANE = `SELECT id, issued_at AS issuedAt, waiting_since AS waitingSince FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND class = ?
  ORDER BY waiting_since, issued_at, id LIMIT ?`;
const PLACES_OF_USER = `SELECT id, issued_at AS issuedAt, waiting_since AS waitingSince FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND dst_user_id = ? AND class = ? AND ${NAMES_BOTH}
  ORDER BY waiting_since, issued_at, id LIMIT ?`;
const WITH_LANE = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE id = ?`;
/** The general lane has the empty name. */
const IN_OTHER_LANES = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane > '' AND substr(lane, 1, 1) <> 'h'
  AND lane <> ? AND lane <> ? AND NOT (${NAMES_BOTH} AND dst_user_id = ?)
  ORDER BY waiting_since, issued_at, id LIMIT ?`;
const IN_HELD_LANES = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane > '' AND substr(lane, 1, 1) = 'h'
  ORDER BY id IN (SELECT value FROM json_each(?)) DESC, waiting_since, issued_at, id LIMIT ?`;
const LANE_COUNTS = `SELECT lane, dst_user_id AS dstUserId, count(*) AS count FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane > '' GROUP BY lane, dst_user_id`;
const PAUSED = `SELECT ${TICKET_COLUMNS} FROM ticket WHERE state = 3 AND dst_service_id = ? AND generation = ?`;
const CANCELLED_AFTER = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND called_when_cancelled >= ?`;
const CANCELLED_SINCE = `SELECT ${TICKET_COLUMNS} FROM ticket
  WHERE state = 4 AND dst_service_id = ? AND changed_at >= ?`;

/** Ids begin with the time; offline kiosks can have had a wrong clock. */
/**
 * Aggregates all rows into two texts, because rows are expensive. Both aggregates read the rows in the same order. No
 * value is NULL.
 */
const TEXTS_SINCE = `SELECT coalesce(group_concat(head, char(30)), '') AS heads, coalesce(group_concat(words, char(30)), '') AS texts FROM (
  SELECT id || char(31) || (state IN (1, 2, 3)) AS head, replace(label || char(31) || client_name || char(31) || note || char(31)
    || custom_field || char(31) || app_display_name, char(30), ' ') AS words FROM ticket
  WHERE id >= ? AND location_id = ? AND issued_at >= ? ORDER BY id DESC LIMIT ?)`;

const INSERT = `
INSERT INTO ticket (id, location_id, service_id, round, number, dst_service_id, dst_desk_id, dst_user_id, lane, class,
  device_id, state, transferred, flags, note, lang, custom_field, client_name, app_id, app_display_name, scheduled_at,
  issued_at, waiting_since, places, changed_at, generation, label)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const SET_STATE = 'UPDATE ticket SET state = ?, changed_at = ?, called_when_cancelled = ?, generation = ? WHERE id = ?';
const MOVE = `UPDATE ticket SET state = ?, changed_at = ?, waiting_since = ?, places = ?, transferred = ?, dst_service_id = ?,
  dst_desk_id = ?, dst_user_id = ?, lane = ?, generation = ?, class = ?, flags = ?, note = ?, custom_field = ?,
  called_when_cancelled = ? WHERE id = ?`;

/** The ticket as last written. */
export function readTicket(db: Db, known: TicketCache, id: string): StoredTicket | null {
  const remembered = known.get(id);
  if (remembered !== undefined) return remembered;
  const row = db.get<SqliteTicketRow>(BY_ID, id);
  if (row === undefined) return null;
  const stored = storedTicket(row);
  if (!row.stale) known.keep(stored);
  return stored;
}

export function ticketRows(db: Db, queues: KnownQueues, known: TicketCache): TicketRows {
  /** Caches a written ticket. */
  function note(stored: StoredTicket, generation: number): void {
    const { ticket, class: ticketClass, lane } = stored;
    const isOfToday = queues.readQueue(ticket.dstServiceId)?.generation === generation;
    if (isOfToday) known.keep(stored);
    else known.forget(ticket.id);
    if (ticket.state !== TICKET_STATE.waiting) return;
    for (const each of callableFrom(lane, ticket)) known.noteWaiting(ticket.dstServiceId, ticketClass, each);
  }

  return {
    ticket: (id) => atOnce(readTicket(db, known, id)),
    putTicket(ticket, { round, places, generation, lane, class: ticketClass }) {
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
        ticketClass,
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
      const place = { lane, class: ticketClass, places };
      note({ ticket, ...place, calledWhenCancelled: null, changedAt: ticket.issuedAt }, generation);
      return DONE;
    },
    setTicketState(id, state, changedAt, calledWhenCancelled) {
      const before = readTicket(db, known, id);
      if (before === null) return DONE;
      const generation = queues.readQueue(before.ticket.dstServiceId)?.generation ?? 0;
      db.run(SET_STATE, state, changedAt, calledWhenCancelled, generation, id);
      note({ ...before, ticket: { ...before.ticket, state }, calledWhenCancelled, changedAt }, generation);
      return DONE;
    },
    moveTicket(ticket, changedAt, place, calledWhenCancelled) {
      const before = readTicket(db, known, ticket.id);
      if (before === null) return DONE;
      const { places, lane, generation, class: ticketClass } = place;
      db.run(
        MOVE,
        ticket.state,
        changedAt,
        ticket.waitingSince,
        places,
        ticket.transferred ? 1 : 0,
        ticket.dstServiceId,
        ticket.dstDeskId,
        ticket.dstUserId,
        lane,
        generation,
        ticketClass,
        ticket.flags,
        ticket.note,
        ticket.customField,
        calledWhenCancelled,
        ticket.id,
      );
      const moved = { ...before.ticket, ...movedFields(ticket) };
      note({ ticket: moved, lane, class: ticketClass, places, calledWhenCancelled, changedAt }, generation);
      return DONE;
    },
    heads: (locationId, services, lanes, classes) =>
      atOnce(heads({ db, queues, known }, locationId, { services, lanes, classes })),
    waiting: (serviceId, generation) => atOnce(db.all<SqliteTicketRow>(WAITING, serviceId, generation).map(inLane)),
    waitingTurns: (serviceId, generation) => atOnce(db.all<TurnRow>(TURNS, serviceId, generation).map(turnInLane)),
    firstInLanes: (ofToday, lanes, classes, limit) =>
      atOnce(
        classes
          .flatMap((ticketClass) => firstOfClass(db, ofToday, lanes, ticketClass, limit))
          .flatMap(({ id }) => db.all<SqliteTicketRow>(WITH_LANE, id).map(inLane)),
      ),
    inOtherLanes: (ofToday, [one, other], limit) =>
      atOnce(
        ofToday.flatMap(({ serviceId, generation }) =>
          db.all<SqliteTicketRow>(IN_OTHER_LANES, serviceId, generation, one, other, userOf(other), limit).map(inLane),
        ),
      ),
    inHeldLanes: (ofToday, named, limit) =>
      atOnce(
        ofToday.flatMap(({ serviceId, generation }) =>
          db.all<SqliteTicketRow>(IN_HELD_LANES, serviceId, generation, JSON.stringify(named), limit).map(inLane),
        ),
      ),
    laneCounts: (ofToday) =>
      atOnce(ofToday.flatMap(({ serviceId, generation }) => db.all<LaneCount>(LANE_COUNTS, serviceId, generation))),
    paused: (ofToday) =>
      atOnce(
        ofToday.flatMap(({ serviceId, generation }) =>
          db.all<SqliteTicketRow>(PAUSED, serviceId, generation).map(storedTicket),
        ),
      ),
    cancelledAfter: (services) =>
      atOnce(
        services.flatMap(({ serviceId, called }) =>
          db.all<SqliteTicketRow>(CANCELLED_AFTER, serviceId, called).map(storedTicket),
        ),
      ),
    ticketTextsSince(locationId, since, limit) {
      const first = firstUuidAt(Math.max(0, since - CLOCK_MARGIN_MS));
      return atOnce(db.get<JoinedTexts>(TEXTS_SINCE, first, locationId, since, limit) ?? { heads: '', texts: '' });
    },
    cancelledSince: (services, since) =>
      atOnce(
        services.flatMap((serviceId) => db.all<SqliteTicketRow>(CANCELLED_SINCE, serviceId, since).map(storedTicket)),
      ),
  };
}

/** Fields of the ticket that `MOVE` writes. */
function movedFields(ticket: TicketRecord): Partial<TicketRecord> {
  const { state, waitingSince, transferred, dstServiceId, dstDeskId, dstUserId, flags, note, customField } = ticket;
  return { state, waitingSince, transferred, dstServiceId, dstDeskId, dstUserId, flags, note, customField };
}

interface Here {
  readonly db: Db;
  readonly queues: KnownQueues;
  readonly known: TicketCache;
}

/** Looks only in classes with waiting tickets, and in lanes that may have some. */
function heads(
  { db, queues, known }: Here,
  locationId: string,
  {
    services,
    lanes,
    classes,
  }: Readonly<Record<'services' | 'lanes', readonly string[]>> & {
    readonly classes: readonly number[];
  },
): Waiting[] {
  const found: Waiting[] = [];
  for (const serviceId of services) {
    const queue = queues.readQueue(serviceId);
    if (queue?.locationId !== locationId) continue;
    for (const ticketClass of classes) {
      const count = isAhead(ticketClass) ? queue.waitingPriority : queue.waiting - queue.waitingPriority;
      if (count <= 0) continue;
      for (const lane of lanes) {
        if (known.isEmpty(serviceId, ticketClass, lane)) continue;
        const head = headOf(db, serviceId, queue.generation, lane, ticketClass);
        if (head === undefined) known.noteEmpty(serviceId, ticketClass, lane);
        else found.push({ class: ticketClass, ticket: head });
      }
    }
  }
  return found;
}

function headOf(
  db: Db,
  serviceId: string,
  generation: number,
  lane: string,
  ticketClass: number,
): PlaceInService | undefined {
  const inLane = [serviceId, generation, lane, ticketClass] as const;
  const user = userOf(lane);
  if (user === '') return db.get<PlaceInService>(HEAD, ...inLane);
  return db.get<PlaceInService>(HEAD_OF_USER, ...inLane, serviceId, generation, user, ticketClass);
}

function firstOfClass(
  db: Db,
  ofToday: readonly QueueOfToday[],
  lanes: readonly string[],
  ticketClass: number,
  limit: number,
): readonly QueueOrderKey[] {
  const found = ofToday.flatMap(({ serviceId, generation }) =>
    lanes.flatMap((lane) => {
      const inLane = db.all<QueueOrderKey>(PLACES_IN_LANE, serviceId, generation, lane, ticketClass, limit);
      const user = userOf(lane);
      if (user === '') return inLane;
      return [...inLane, ...db.all<QueueOrderKey>(PLACES_OF_USER, serviceId, generation, user, ticketClass, limit)];
    }),
  );
  // A ticket addressed to this desk and this user is found in both lanes.
  const once = new Map(found.map((place) => [place.id, place]));
  return [...once.values()].toSorted(compareWaiting).slice(0, limit);
}

interface TurnRow {
  readonly id: string;
  readonly dst_service_id: string;
  readonly lane: string;
  readonly class: number;
  readonly transferred: number;
  readonly issued_at: number;
  readonly waiting_since: number;
}

function turnInLane(row: TurnRow): InLane<TicketTurn> {
  const { id, dst_service_id: dstServiceId, issued_at: issuedAt, waiting_since: waitingSince } = row;
  const transferred = row.transferred === 1;
  return { lane: row.lane, class: row.class, ticket: { id, dstServiceId, issuedAt, waitingSince, transferred } };
}

function inLane(row: SqliteTicketRow): InLane<TicketRecord> {
  return { lane: row.lane, class: row.class, ticket: ticketRecord(row) };
}

function storedTicket(row: SqliteTicketRow): StoredTicket {
  return {
    ticket: ticketRecord(row),
    lane: row.lane,
    class: row.class,
    places: row.places,
    calledWhenCancelled: row.called_when_cancelled,
    changedAt: row.changed_at,
  };
}

export function ticketRecord(row: SqliteTicketRow): TicketRecord {
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
