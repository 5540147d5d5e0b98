import type { TicketRecord } from '../../../contract/queue.ts';
import type { Waiting } from '../../../core/call-order.ts';
import type { InLane, StoredQueue, StoredTicket, TicketRows, Turn, WaitingPlace } from '../../../queue/rows.ts';
import { atOnce, DONE, type Step, type Steps } from '../../../queue/step.ts';
import type { Session } from '../session.ts';
import { asJson, assigned, insertOfMany, type Statement, statement } from '../statement.ts';
import { TICKET_COLUMN } from './columns.ts';
import { storedTicket, TICKET_FIELDS, type TicketRow } from './ticket-row.ts';

const HERE = 'location_id = $1';
const BY_ID = statement('ticket', `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${HERE} AND id = $2`);
const ANYWHERE = statement('ticket-anywhere', `SELECT ${TICKET_FIELDS} FROM ticket WHERE id = $1`);

const QUEUE = `${HERE} AND dst_service_id = $2 AND generation = $3`;
/** One step into the index for each lane and class. */
const HEADS = statement(
  'heads',
  `SELECT head.* FROM unnest($2::text[], $3::bigint[], $4::text[], $5::boolean[]) AS line (service, generation, lane, priority)
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket WHERE ${HERE} AND state = 1 AND dst_service_id = line.service
    AND generation = line.generation AND lane = line.lane AND priority = line.priority
    ORDER BY waiting_since, issued_at, id LIMIT 1) AS head`,
);
const WAITING = statement('waiting', `SELECT ${TICKET_FIELDS}, lane FROM ticket WHERE ${QUEUE} AND state = 1`);
const TURNS = statement(
  'turns',
  `SELECT id, lane, flags, transferred, issued_at AS "issuedAt", waiting_since AS "waitingSince" FROM ticket
  WHERE ${QUEUE} AND state = 1`,
);
const IN_LANE = statement(
  'in-lane',
  `SELECT found.* FROM (VALUES (true), (false)) AS class (priority)
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS}, lane FROM ticket
    WHERE ${QUEUE} AND state = 1 AND lane = $4 AND priority = class.priority
    ORDER BY waiting_since, issued_at, id LIMIT $5) AS found`,
);
/** The lane of everybody has the empty name. */
const IN_OTHER_LANES = statement(
  'in-other-lanes',
  `SELECT ${TICKET_FIELDS}, lane FROM ticket WHERE ${QUEUE} AND state = 1 AND lane > '' AND lane <> $4 AND lane <> $5
  ORDER BY lane, priority, waiting_since, issued_at, id LIMIT $6`,
);
const PAUSED = statement('paused', `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${QUEUE} AND state = 3`);
const CANCELLED_AFTER = statement(
  'cancelled-after',
  `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${HERE} AND dst_service_id = $2 AND state = 4 AND called_when_cancelled >= $3`,
);
const CANCELLED_SINCE = statement(
  'cancelled-since',
  `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${HERE} AND dst_service_id = $2 AND state = 4 AND changed_at >= $3`,
);

const TYPE_OF: Readonly<Record<Exclude<keyof TicketRecord, 'locationId'>, string>> = {
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
};
const FIELDS = Object.keys(TYPE_OF) as (keyof typeof TYPE_OF)[];
const PLACE_TYPES = { lane: 'text', generation: 'bigint', priority: 'boolean', places: 'bigint' };
const INSERT = statement(
  'put-tickets',
  insertOfMany('ticket', {
    ...Object.fromEntries(FIELDS.map((field) => [TICKET_COLUMN[field], TYPE_OF[field]])),
    ...PLACE_TYPES,
    round: 'bigint',
    changed_at: 'bigint',
    called_when_cancelled: 'bigint',
  }),
);
const STATE_COLUMNS = ['state', 'changed_at', 'called_when_cancelled'];
const SET_STATE = statement(
  'set-ticket-state',
  `UPDATE ticket SET ${assigned(STATE_COLUMNS, 3)}, generation = coalesce((SELECT generation FROM service_queue
    WHERE service_queue.location_id = $1 AND service_id = ticket.dst_service_id), 0)
  WHERE location_id = $1 AND id = $2`,
);
/** Fields that a ticket keeps or gets when it waits somewhere else. */
const SENT = [
  'state',
  'waitingSince',
  'transferred',
  'dstServiceId',
  'dstDeskId',
  'dstUserId',
  'flags',
  'note',
  'customField',
] as const;
const SENT_COLUMNS = [...SENT.map((field) => TICKET_COLUMN[field]), ...Object.keys(PLACE_TYPES), 'changed_at'];
const SEND_ON = statement(
  'send-ticket-on',
  `UPDATE ticket SET ${assigned(SENT_COLUMNS, 3)}, called_when_cancelled = NULL WHERE location_id = $1 AND id = $2`,
);

type Columns = Record<string, string | number | boolean | null>;

/** What the rows of tickets give to the other rows of the same session. */
export interface KnownTickets {
  /** Forgets what is known of one, or of all. */
  forget(id?: string): void;
}

/** `queueOf`: the counters of a service, which may be known already. */
export function ticketRows(
  session: Session,
  queueOf: (serviceId: string) => Step<StoredQueue | null>,
): TicketRows & KnownTickets {
  const { locationId } = session;
  const known = new Map<string, StoredTicket>();
  const inserts = new Map<string, Columns>();
  const states = new Map<string, Columns>();
  const moves = new Map<string, Columns>();

  const change = (one: Statement, columns: readonly string[], rows: Map<string, Columns>): void => {
    for (const [id, row] of rows) session.send(one, [locationId, id, ...columns.map((column) => row[column] ?? null)]);
    rows.clear();
  };
  session.onFlush(() => {
    if (inserts.size > 0) session.send(INSERT, [locationId, asJson([...inserts.values()])]);
    inserts.clear();
    change(SEND_ON, SENT_COLUMNS, moves);
    change(SET_STATE, STATE_COLUMNS, states);
  });

  function remember(row: TicketRow): StoredTicket {
    const stored = known.get(row.id) ?? storedTicket(row);
    known.set(row.id, stored);
    return stored;
  }

  function* find(id: string): Steps<StoredTicket | null> {
    let [row] = locationId === null ? [] : yield* session.ask<TicketRow>(BY_ID, [locationId, id]);
    // Whoever names a ticket of another location is told so.
    row ??= (yield* session.ask<TicketRow>(ANYWHERE, [id]))[0];
    return row === undefined ? null : remember(row);
  }

  function* list(found: Steps<readonly TicketRow[]>): Steps<readonly StoredTicket[]> {
    return (yield* found).map(storedTicket);
  }

  function* inLanes(found: Steps<readonly LaneRow[]>): Steps<readonly InLane<TicketRecord>[]> {
    return (yield* found).map(({ lane, ...row }) => ({ lane, ticket: storedTicket(row).ticket }));
  }

  /** Looks only into classes in which somebody waits. */
  function* heads(at: string, services: readonly string[], lanes: readonly string[]): Steps<readonly Waiting[]> {
    const [ofService, ofGeneration, ofLane, ofClass] = [[], [], [], []] as [string[], number[], string[], boolean[]];
    for (const serviceId of services) {
      const queue = yield* queueOf(serviceId);
      if (queue?.locationId !== at) continue;
      for (const priority of [true, false]) {
        if ((priority ? queue.waitingPriority : queue.waiting - queue.waitingPriority) <= 0) continue;
        for (const lane of lanes) {
          ofService.push(serviceId);
          ofGeneration.push(queue.generation);
          ofLane.push(lane);
          ofClass.push(priority);
        }
      }
    }
    if (ofService.length === 0) return [];
    const rows = yield* session.ask<TicketRow>(HEADS, [at, ofService, ofGeneration, ofLane, ofClass as never]);
    return rows.map((row) => remember(row).ticket);
  }

  return {
    forget(id) {
      if (id === undefined) known.clear();
      else known.delete(id);
    },
    ticket(id) {
      const stored = known.get(id);
      return stored === undefined ? find(id) : atOnce(stored);
    },
    putTicket(ticket, place) {
      inserts.set(ticket.id, {
        ...columnsOf(ticket, FIELDS),
        ...placeColumns(place),
        round: place.round,
        changed_at: ticket.issuedAt,
        called_when_cancelled: null,
      });
      known.set(ticket.id, {
        ticket,
        places: place.places,
        calledWhenCancelled: null,
        changedAt: ticket.issuedAt,
      });
      return DONE;
    },
    setTicketState(id, state, now, calledWhenCancelled) {
      const change = { state, changed_at: now, called_when_cancelled: calledWhenCancelled };
      const fresh = inserts.get(id);
      if (fresh === undefined) states.set(id, change);
      else Object.assign(fresh, change);
      amend(id, { calledWhenCancelled, changedAt: now }, { state });
      return DONE;
    },
    sendTicketOn(ticket, now, place) {
      const change = { ...columnsOf(ticket, SENT), ...placeColumns(place), changed_at: now };
      const fresh = inserts.get(ticket.id);
      states.delete(ticket.id);
      if (fresh === undefined) moves.set(ticket.id, change);
      else Object.assign(fresh, change, { called_when_cancelled: null });
      amend(ticket.id, { places: place.places, calledWhenCancelled: null, changedAt: now }, ticket);
      return DONE;
    },
    heads,
    waiting: (serviceId, generation) => inLanes(session.ask(WAITING, [locationId, serviceId, generation])),
    *waitingTurns(serviceId, generation) {
      const rows = yield* session.ask<Turn & { readonly lane: string }>(TURNS, [locationId, serviceId, generation]);
      return rows.map(({ lane, ...ticket }) => ({ lane, ticket }));
    },
    inLane: (serviceId, generation, lane, limit) =>
      inLanes(session.ask(IN_LANE, [locationId, serviceId, generation, lane, limit])),
    inOtherLanes: (serviceId, generation, [one, other], limit) =>
      inLanes(session.ask(IN_OTHER_LANES, [locationId, serviceId, generation, one, other, limit])),
    paused: (serviceId, generation) => list(session.ask(PAUSED, [locationId, serviceId, generation])),
    cancelledAfter: (serviceId, called) => list(session.ask(CANCELLED_AFTER, [locationId, serviceId, called])),
    cancelledSince: (serviceId, since) => list(session.ask(CANCELLED_SINCE, [locationId, serviceId, since])),
  };

  function amend(id: string, change: Partial<StoredTicket>, fields: Partial<TicketRecord>): void {
    const stored = known.get(id);
    if (stored !== undefined) known.set(id, { ...stored, ...change, ticket: { ...stored.ticket, ...fields } });
  }
}

type LaneRow = TicketRow & { readonly lane: string };

function columnsOf(ticket: TicketRecord, fields: readonly (keyof typeof TYPE_OF)[]): Columns {
  return Object.fromEntries(fields.map((field) => [TICKET_COLUMN[field], ticket[field]]));
}

function placeColumns({ lane, generation, priority, places }: WaitingPlace): Columns {
  return { lane, generation, priority, places };
}
