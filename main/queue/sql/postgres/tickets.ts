/** PostgreSQL row functions of tickets. */
import { atOnce, DONE, type Effect, type Effects } from '../../../database/effect.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import { assigned, changeOfMany, insertOfMany, statement } from '../../../database/postgres/statement.ts';
import { rowOf } from '../../../database/sql.ts';
import { TICKET } from '../../../database/tables/queue-tables.ts';
import { CLOCK_MARGIN_MS, firstUuidAt } from '../../../lib/uuid.ts';
import { TICKET_STATE, type TicketRecord } from '../../contract/records.ts';
import { callableFrom } from '../../operations/parts/lanes.ts';
import type { QueueOfToday, StoredQueue } from '../../operations/rows/queues.ts';
import type {
  InLane,
  LaneCount,
  StoredTicket,
  TicketRows,
  TicketTurn,
  WaitingPlace,
} from '../../operations/rows/tickets.ts';
import { compareWaiting, type Waiting } from '../../rules/call-order.ts';
import type { JoinedTexts } from '../../rules/find-tickets.ts';
import { isAhead } from '../../rules/ticket-class.ts';
import { TICKET_COLUMN } from '../columns.ts';
import { createFronts, type FrontOf } from './lane-heads.ts';
import { type PostgresTicketRow, storedTicket, TICKET_FIELDS, WAITING_FIELDS } from './ticket-row.ts';

const HERE = 'location_id = $1';
const BY_ID = statement('ticket', `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${HERE} AND id = $2`);
const ANYWHERE = statement('ticket-anywhere', `SELECT ${TICKET_FIELDS} FROM ticket WHERE id = $1`);

const QUEUE = `${HERE} AND dst_service_id = $2 AND generation = $3`;
/** Condition of the index `ticket_waiting_both`: addressed to desk and user, and callable. */
const NAMES_BOTH = `substr(lane, 1, 1) = 'd' AND dst_user_id <> ''`;
/** Tickets in a desk lane that can be called from this user's lane too. */
const ofUser = (lane: string): string =>
  `substr(${lane}, 1, 1) = 'u' AND ${NAMES_BOTH} AND dst_user_id = substr(${lane}, 2)`;
/** First tickets by each of the two indexes, for a line of the table `line`. */
const first = (generation: string, ticketClass: string): string =>
  ['lane = line.lane', ofUser('line.lane')]
    .map(
      (stands) => `(SELECT ${WAITING_FIELDS} FROM ticket
    WHERE location_id = line.location_id AND state = 1 AND dst_service_id = line.service AND generation = ${generation}
    AND ${stands} AND class = ${ticketClass} ORDER BY waiting_since, issued_at, id LIMIT line.most)`,
    )
    .join(' UNION ALL ');
const HEADS = statement(
  'heads',
  `SELECT line.lane AS "calledFrom", head.* FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::smallint[], $6::bigint[])
    AS line (location_id, service, generation, lane, class, most)
  CROSS JOIN LATERAL (${first('line.generation', 'line.class')}) AS head`,
);
/** Prefetch before any change: in today's generations, and only where tickets wait. */
export const HEADS_AHEAD = statement(
  'heads-ahead',
  `SELECT line.lane AS "calledFrom", head.* FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS line (location_id, service, lane, most)
  CROSS JOIN LATERAL (SELECT generation, waiting, waiting_priority FROM service_queue
    WHERE location_id = line.location_id AND service_id = line.service OFFSET 0) AS queue
  CROSS JOIN LATERAL (SELECT number FROM unnest($5::smallint[]) AS class (number)
    WHERE CASE WHEN number > 0 THEN queue.waiting_priority > 0 ELSE queue.waiting > queue.waiting_priority END) AS class
  CROSS JOIN LATERAL (${first('queue.generation', 'class.number')}) AS head`,
);
/** Prefetch of the tickets in service at these desks, and of given tickets. */
export const TICKETS_AHEAD = statement(
  'tickets-ahead',
  `SELECT ${TICKET_FIELDS} FROM (
    SELECT place.location_id, place.id FROM unnest($1::text[], $2::text[]) AS place (location_id, id)
    UNION SELECT answer.location_id, answer.ticket_id FROM unnest($3::text[], $4::text[]) AS place (location_id, desk)
      JOIN answer ON answer.location_id = place.location_id AND answer.desk_id = place.desk AND answer.state = 2
    UNION SELECT answer.location_id, answer.ticket_id FROM unnest($5::text[], $6::text[]) AS place (location_id, id)
      CROSS JOIN LATERAL (SELECT location_id, ticket_id FROM answer WHERE location_id = place.location_id
        AND id = place.id OFFSET 0) AS answer) AS named
  CROSS JOIN LATERAL (SELECT * FROM ticket WHERE location_id = named.location_id AND id = named.id OFFSET 0) AS ticket`,
);
/** Number of tickets read again when the known ones of a line are used up. */
const READ_ON = 16;
const WAITING = statement('waiting', `SELECT ${TICKET_FIELDS} FROM ticket WHERE ${QUEUE} AND state = 1`);
const TURNS = statement(
  'turns',
  `SELECT id, dst_service_id AS "dstServiceId", lane, class, transferred, issued_at AS "issuedAt", waiting_since AS "waitingSince" FROM ticket
  WHERE ${QUEUE} AND state = 1`,
);
/** Queues of services, passed as two arrays. */
const OF_TODAY = `unnest($2::text[], $3::bigint[]) AS queue (service, number)`;
const IN_QUEUE = `${HERE} AND dst_service_id = queue.service AND generation = queue.number`;
const FIRST_IN_LANES = statement(
  'first-in-lanes',
  `SELECT found.* FROM unnest($5::smallint[]) AS class (number)
  CROSS JOIN LATERAL (SELECT in_lane.* FROM ${OF_TODAY}
    CROSS JOIN unnest($4::text[]) AS line (lane)
    CROSS JOIN LATERAL ((SELECT ${TICKET_FIELDS} FROM ticket
      WHERE ${IN_QUEUE} AND state = 1 AND lane = line.lane AND class = class.number
      ORDER BY waiting_since, issued_at, id LIMIT $6) UNION ALL (SELECT ${TICKET_FIELDS} FROM ticket
      WHERE ${IN_QUEUE} AND state = 1 AND ${ofUser('line.lane')} AND lane <> ALL ($4) AND class = class.number
      ORDER BY waiting_since, issued_at, id LIMIT $6)) AS in_lane
    ORDER BY "waitingSince", "issuedAt", id LIMIT $6) AS found`,
);
/** The general lane has the empty name. */
const IN_OTHER_LANES = statement(
  'in-other-lanes',
  `SELECT found.* FROM ${OF_TODAY}
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket
    WHERE ${IN_QUEUE} AND state = 1 AND lane > '' AND substr(lane, 1, 1) <> 'h' AND lane <> $4 AND lane <> $5
      AND NOT (${ofUser('$5')})
    ORDER BY waiting_since, issued_at, id LIMIT $6) AS found`,
);
const IN_HELD_LANES = statement(
  'in-held-lanes',
  `SELECT found.* FROM ${OF_TODAY}
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket
    WHERE ${IN_QUEUE} AND state = 1 AND lane > '' AND substr(lane, 1, 1) = 'h'
    ORDER BY id = ANY ($4::text[]) DESC, waiting_since, issued_at, id LIMIT $5) AS found`,
);
const LANE_COUNTS = statement(
  'lane-counts',
  `SELECT found.* FROM ${OF_TODAY}
  CROSS JOIN LATERAL (SELECT lane, dst_user_id AS "dstUserId", count(*) AS count FROM ticket
    WHERE ${IN_QUEUE} AND state = 1 AND lane > '' GROUP BY lane, dst_user_id) AS found`,
);
const PAUSED = statement(
  'paused',
  `SELECT found.* FROM ${OF_TODAY}
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket WHERE ${IN_QUEUE} AND state = 3 OFFSET 0) AS found`,
);
const CANCELLED_AFTER = statement(
  'cancelled-after',
  `SELECT found.* FROM unnest($2::text[], $3::bigint[]) AS place (service, called)
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket
    WHERE ${HERE} AND dst_service_id = place.service AND state = 4 AND called_when_cancelled >= place.called OFFSET 0) AS found`,
);
const CANCELLED_SINCE = statement(
  'cancelled-since',
  `SELECT found.* FROM unnest($2::text[]) AS place (service)
  CROSS JOIN LATERAL (SELECT ${TICKET_FIELDS} FROM ticket
    WHERE ${HERE} AND dst_service_id = place.service AND state = 4 AND changed_at >= $3 OFFSET 0) AS found`,
);

/** Ids begin with the time; offline kiosks can have had a wrong clock. */
const TEXTS_SINCE = statement(
  'ticket-texts-since',
  // Aggregates all rows into two texts, because rows are expensive. Both aggregates read the rows in the same,
  // unspecified order: sorting each would double the cost. No value is NULL.
  `SELECT coalesce(string_agg(head, chr(30)), '') AS heads, coalesce(string_agg(words, chr(30)), '') AS texts FROM (
    SELECT id || chr(31) || CASE WHEN state IN (1, 2, 3) THEN '1' ELSE '0' END AS head, replace(label || chr(31) || client_name || chr(31)
      || note || chr(31) || custom_field || chr(31) || app_display_name, chr(30), ' ') AS words FROM ticket
    WHERE ${HERE} AND id >= $2 AND issued_at >= $3 ORDER BY id DESC LIMIT $4) AS newest`,
);

const PLACE_COLUMNS = ['lane', 'generation', 'class', 'places'] as const;
const INSERT = insertOfMany('put-tickets', TICKET);
const SET_STATES = changeOfMany('set-ticket-states', TICKET, {
  key: 'id',
  columns: ['state', 'changed_at', 'called_when_cancelled'],
  more: [
    `generation = coalesce((SELECT generation FROM service_queue
      WHERE service_queue.location_id = r.location_id AND service_id = ticket.dst_service_id), 0)`,
  ],
});
/** Fields that a ticket keeps or gets when it moves to another place. */
const MOVED = [
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
const MOVED_COLUMNS = [
  ...MOVED.map((field) => TICKET_COLUMN[field]),
  ...PLACE_COLUMNS,
  'changed_at',
  'called_when_cancelled',
];
const MOVE = statement(
  'move-ticket',
  `UPDATE ticket SET ${assigned(MOVED_COLUMNS, 3)} WHERE location_id = $1 AND id = $2`,
);

type Columns = Readonly<Record<string, string | number | boolean | null>>;

/** Cache of ticket rows, shared with the other row functions of the session. */
export interface CachedTickets {
  /** Removes one ticket from the cache, or all. */
  forget(id?: string): void;
  /** Caches prefetched tickets. */
  knowTickets(rows: readonly PostgresTicketRow[]): void;
  /** Caches the first tickets in these classes of these lines, at most `most` per line. */
  knowFronts(lines: readonly LineAhead[], classes: readonly number[], rows: readonly HeadRow[]): void;
}

/** A lane of a service. */
export interface LineAhead extends Pick<FrontOf, 'service' | 'generation' | 'lane'> {
  readonly most: number;
}

/** A waiting ticket of today's generation. */
export type HeadRow = PostgresTicketRow & Pick<FrontOf, 'generation'> & { readonly calledFrom: string };

/** `queueOf`: counters of a service, possibly cached. */
export function ticketRows(
  session: DatabaseSession,
  queueOf: (serviceId: string) => Effect<StoredQueue | null>,
): TicketRows & CachedTickets {
  const { locationId } = session;
  const known = new Map<string, StoredTicket>();
  const fronts = createFronts();
  const inserts = new Map<string, Columns>();
  const states = new Map<string, Columns>();
  const moves = new Map<string, Columns>();

  session.onFlush(() => {
    for (const row of inserts.values()) session.put(INSERT, row);
    inserts.clear();
    for (const [id, row] of moves) {
      session.send(MOVE, [locationId, id, ...MOVED_COLUMNS.map((column) => row[column] ?? null)]);
    }
    moves.clear();
    for (const [id, row] of states) session.put(SET_STATES, { id, ...row });
    states.clear();
  });

  function remember(row: PostgresTicketRow): StoredTicket {
    const stored = known.get(row.id) ?? storedTicket(row);
    known.set(row.id, stored);
    return stored;
  }

  function* find(id: string): Effects<StoredTicket | null> {
    let [row] = locationId === null ? [] : yield* session.ask<PostgresTicketRow>(BY_ID, [locationId, id]);
    // Reads tickets of other locations too, so that the caller gets the right error.
    row ??= (yield* session.ask<PostgresTicketRow>(ANYWHERE, [id]))[0];
    return row === undefined ? null : remember(row);
  }

  function* list(found: Effects<readonly PostgresTicketRow[]>): Effects<readonly StoredTicket[]> {
    return (yield* found).map(storedTicket);
  }

  function* inLanes(found: Effects<readonly PostgresTicketRow[]>): Effects<readonly InLane<TicketRecord>[]> {
    return (yield* found).map((row) => {
      const { ticket, lane, class: ticketClass } = storedTicket(row);
      return { lane, class: ticketClass, ticket };
    });
  }

  /** Lines that may contain tickets: skips classes without any. */
  function* linesOf(
    at: string,
    services: readonly string[],
    lanes: readonly string[],
    classes: readonly number[],
  ): Effects<readonly FrontOf[]> {
    const lines: FrontOf[] = [];
    for (const service of services) {
      const queue = yield* queueOf(service);
      if (queue?.locationId !== at) continue;
      for (const ticketClass of classes) {
        if ((isAhead(ticketClass) ? queue.waitingPriority : queue.waiting - queue.waitingPriority) <= 0) continue;
        for (const lane of lanes) lines.push({ service, generation: queue.generation, lane, class: ticketClass });
      }
    }
    return lines;
  }

  function* heads(
    at: string,
    services: readonly string[],
    lanes: readonly string[],
    classes: readonly number[],
  ): Effects<readonly Waiting[]> {
    const lines = yield* linesOf(at, services, lanes, classes);
    const unknown = lines.filter((line) => fronts.head(line) === undefined);
    if (unknown.length > 0) {
      const rows = yield* session.ask<HeadRow>(HEADS, [
        unknown.map(() => at),
        unknown.map(({ service }) => service),
        unknown.map(({ generation }) => generation),
        unknown.map(({ lane }) => lane),
        unknown.map((line) => line.class),
        unknown.map(() => READ_ON),
      ]);
      const found = Map.groupBy(rows, frontName);
      for (const line of unknown) know(line, found.get(nameOf(line)) ?? [], READ_ON);
    }
    const found: Waiting[] = [];
    for (const line of lines) {
      const ticket = fronts.head(line) ?? null;
      if (ticket !== null) found.push({ class: line.class, ticket });
    }
    return found;
  }

  /** `rows`: the first `most` tickets of the lane, and as many that can be called from it too. */
  function know(line: FrontOf, rows: readonly HeadRow[], most: number): void {
    const inLane = rows.filter(({ lane }) => lane === line.lane).length;
    const isWhole = inLane < most && rows.length - inLane < most;
    const tickets = rows.map(({ generation: _generation, calledFrom: _lane, ...row }) => remember(row).ticket);
    const inOrder = tickets.toSorted(compareWaiting);
    fronts.know(line, isWhole ? inOrder : inOrder.slice(0, most), isWhole);
  }

  return {
    forget(id) {
      if (id === undefined) known.clear();
      else known.delete(id);
      fronts.forget();
    },
    knowTickets(rows) {
      for (const row of rows) remember(row);
    },
    knowFronts(lines, classes, rows) {
      const found = Map.groupBy(rows, frontName);
      for (const { service, generation, lane, most } of lines) {
        for (const ticketClass of classes) {
          const line = { service, generation, lane, class: ticketClass };
          know(line, found.get(nameOf(line)) ?? [], most);
        }
      }
    },
    ticket(id) {
      const stored = known.get(id);
      return stored === undefined ? find(id) : atOnce(stored);
    },
    putTicket(ticket, place) {
      inserts.set(ticket.id, {
        ...rowOf(ticket, TICKET_COLUMN),
        ...placeColumns(place),
        round: place.round,
        changed_at: ticket.issuedAt,
        called_when_cancelled: null,
      });
      known.set(ticket.id, {
        ticket,
        lane: place.lane,
        class: place.class,
        places: place.places,
        calledWhenCancelled: null,
        changedAt: ticket.issuedAt,
      });
      joinFronts(ticket, place);
      return DONE;
    },
    setTicketState(id, state, now, calledWhenCancelled) {
      const change = { state, changed_at: now, called_when_cancelled: calledWhenCancelled };
      const fresh = inserts.get(id);
      if (fresh === undefined) states.set(id, change);
      else inserts.set(id, { ...fresh, ...change });
      if (state !== TICKET_STATE.waiting) fronts.leave(id);
      else fronts.forget();
      amend(id, { calledWhenCancelled, changedAt: now }, { state });
      return DONE;
    },
    moveTicket(ticket, changedAt, place, calledWhenCancelled) {
      const change = {
        ...columnsOf(ticket, MOVED),
        ...placeColumns(place),
        changed_at: changedAt,
        called_when_cancelled: calledWhenCancelled,
      };
      const fresh = inserts.get(ticket.id);
      states.delete(ticket.id);
      if (fresh === undefined) moves.set(ticket.id, change);
      else inserts.set(ticket.id, { ...fresh, ...change });
      fronts.leave(ticket.id);
      if (ticket.state === TICKET_STATE.waiting) joinFronts(ticket, place);
      const { lane, class: ticketClass, places } = place;
      amend(ticket.id, { lane, class: ticketClass, places, calledWhenCancelled, changedAt }, ticket);
      return DONE;
    },
    heads,
    waiting: (serviceId, generation) => inLanes(session.ask(WAITING, [locationId, serviceId, generation])),
    *waitingTurns(serviceId, generation) {
      const rows = yield* session.ask<TicketTurn & Pick<InLane<TicketTurn>, 'lane' | 'class'>>(TURNS, [
        locationId,
        serviceId,
        generation,
      ]);
      return rows.map(({ lane, class: ticketClass, ...ticket }) => ({ lane, class: ticketClass, ticket }));
    },
    firstInLanes: (ofToday, lanes, classes, limit) =>
      inLanes(session.ask(FIRST_IN_LANES, [locationId, ...lists(ofToday), lanes, classes, limit])),
    inOtherLanes: (ofToday, [one, other], limit) =>
      inLanes(session.ask(IN_OTHER_LANES, [locationId, ...lists(ofToday), one, other, limit])),
    inHeldLanes: (ofToday, named, limit) =>
      inLanes(session.ask(IN_HELD_LANES, [locationId, ...lists(ofToday), named, limit])),
    laneCounts: (ofToday) => session.ask<LaneCount>(LANE_COUNTS, [locationId, ...lists(ofToday)]),
    paused: (ofToday) => list(session.ask(PAUSED, [locationId, ...lists(ofToday)])),
    cancelledAfter: (services) => {
      const [ids, called] = [services.map(({ serviceId }) => serviceId), services.map((service) => service.called)];
      return list(session.ask(CANCELLED_AFTER, [locationId, ids, called]));
    },
    *ticketTextsSince(of, since, limit) {
      const first = firstUuidAt(Math.max(0, since - CLOCK_MARGIN_MS));
      const [all = { heads: '', texts: '' }] = yield* session.ask<JoinedTexts>(TEXTS_SINCE, [of, first, since, limit]);
      return all;
    },
    cancelledSince: (services, since) => list(session.ask(CANCELLED_SINCE, [locationId, services, since])),
  };

  function joinFronts(ticket: TicketRecord, { lane, generation, class: ticketClass }: WaitingPlace): void {
    for (const each of callableFrom(lane, ticket)) {
      fronts.join({ service: ticket.dstServiceId, generation, lane: each, class: ticketClass }, ticket);
    }
  }

  function amend(id: string, change: Partial<StoredTicket>, fields: Partial<TicketRecord>): void {
    const stored = known.get(id);
    if (stored !== undefined) known.set(id, { ...stored, ...change, ticket: { ...stored.ticket, ...fields } });
  }
}

const lists = (ofToday: readonly QueueOfToday[]): readonly [readonly string[], readonly number[]] => [
  ofToday.map(({ serviceId }) => serviceId),
  ofToday.map(({ generation }) => generation),
];

const nameOf = ({ service, lane, class: ticketClass }: Omit<FrontOf, 'generation'>): string =>
  JSON.stringify([service, lane, ticketClass]);
const frontName = (row: HeadRow): string =>
  nameOf({ lane: row.calledFrom, class: row.class, service: row.dstServiceId });

function columnsOf(ticket: TicketRecord, fields: readonly (keyof TicketRecord)[]): Columns {
  return Object.fromEntries(fields.map((field) => [TICKET_COLUMN[field], ticket[field]]));
}

function placeColumns({ lane, generation, class: ticketClass, places }: WaitingPlace): Columns {
  return { lane, generation, class: ticketClass, places };
}
