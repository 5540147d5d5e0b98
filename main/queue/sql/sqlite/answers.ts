/** SQLite row functions of calls. */
import { atOnce, DONE } from '../../../database/effect.ts';
import type { Db } from '../../../database/sqlite/db.ts';
import { CALL_STATE, type CallRecord, type CallState, type TicketRecord } from '../../contract/records.ts';
import type { CalledTicket, LastCall, LastCallsInput } from '../../operations/call-records.ts';
import type { AnswerRows } from '../../operations/rows/call-rows.ts';
import { DROP_ANSWER, GIVE_ANSWER } from '../queue-statements.ts';
import { type CallPlace, createRecentCalls, type RecentCalls } from './recent-calls.ts';
import type { RecentEntries, TicketCache } from './ticket-cache.ts';
import { type SqliteTicketRow, TICKET_COLUMNS, ticketRecord } from './tickets.ts';

/** Columns of the table. */
export interface StoredCallRow {
  readonly id: string;
  readonly ticket_id: string;
  readonly location_id: string;
  readonly service_id: string;
  readonly desk_id: string;
  readonly user_id: string;
  readonly state: CallState;
  readonly called_at: number;
  readonly ended_at: number | null;
}

const COLUMNS = 'id, ticket_id, location_id, service_id, desk_id, user_id, state, called_at, ended_at';

const BY_ID = `SELECT ${COLUMNS} FROM answer WHERE id = ?`;

const OPEN = `SELECT ${COLUMNS} FROM answer INDEXED BY answer_open_desk WHERE state = 2`;

const LAST_OF_TICKET = `SELECT ${COLUMNS} FROM answer
  WHERE location_id = ? AND called_at >= ? AND called_at <= ? AND ticket_id = ? ORDER BY called_at DESC, id DESC LIMIT 1`;

const INSERT = `INSERT INTO answer (${COLUMNS}, number_service_id, waited_ms, first) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const END = 'UPDATE answer SET state = ?, ended_at = ? WHERE id = ?';

const SINCE = `SELECT id, desk_id AS deskId, number_service_id AS numberServiceId, called_at AS calledAt FROM answer
  WHERE location_id = ? AND called_at >= ? ORDER BY called_at DESC, id DESC`;

type JoinedRow = SqliteTicketRow & { readonly [Name in keyof StoredCallRow as `answer_${Name}`]: StoredCallRow[Name] };

const JOINED_COLUMNS = [TICKET_COLUMNS, ...COLUMNS.split(', ').map((name) => `answer.${name} AS answer_${name}`)].join(
  ', ',
);

/** Calls with their tickets; WHERE and ORDER BY follow. */
const JOIN = 'JOIN ticket ON ticket.id = answer.ticket_id';

const CALLED = `SELECT ${JOINED_COLUMNS} FROM answer ${JOIN}`;

const CALLED_BY_ID = `${CALLED} WHERE answer.id = ?`;

/** All open calls of the store: at most one per desk. */
interface OpenCalls {
  at(deskId: string): CallRecord | null;
  ofLocation(locationId: string): readonly CallRecord[];
  servesElsewhere(userId: string, deskId: string): boolean;
  /** Updates the cached call. */
  note(answer: CallRecord): void;
  /** Removes a call that was deleted. */
  drop(answer: CallRecord): void;
}

/** @param load loads all open calls at first use */
function createOpenCalls(load: () => readonly CallRecord[]): OpenCalls {
  let atDesk: Map<string, CallRecord | null> | null = null;
  // Desks where a user or a location had calls since the start. Entries stay, so each lookup checks the open call.
  const desksOfUser = new Map<string, Set<string>>();
  const desksOfLocation = new Map<string, Set<string>>();

  function begin(calls: Map<string, CallRecord | null>, answer: CallRecord): void {
    calls.set(answer.deskId, answer);
    addTo(desksOfLocation, answer.locationId, answer.deskId);
    if (answer.userId !== '') addTo(desksOfUser, answer.userId, answer.deskId);
  }

  function known(): Map<string, CallRecord | null> {
    if (atDesk !== null) return atDesk;
    const calls = new Map<string, CallRecord | null>();
    for (const answer of load()) begin(calls, answer);
    atDesk = calls;
    return calls;
  }

  const at = (deskId: string): CallRecord | null => known().get(deskId) ?? null;

  function drop({ id, deskId }: CallRecord): void {
    if (at(deskId)?.id === id) known().set(deskId, null);
  }

  return {
    at,
    drop,
    ofLocation(locationId) {
      const calls = known();
      return [...(desksOfLocation.get(locationId) ?? [])].flatMap((deskId) => {
        const open = calls.get(deskId) ?? null;
        return open?.locationId === locationId ? [open] : [];
      });
    },
    servesElsewhere(userId, deskId) {
      const calls = known();
      for (const desk of desksOfUser.get(userId) ?? []) {
        if (desk !== deskId && calls.get(desk)?.userId === userId) return true;
      }
      return false;
    },
    note(answer) {
      if (answer.state === CALL_STATE.inService) begin(known(), answer);
      else drop(answer);
    },
  };
}

function addTo(sets: Map<string, Set<string>>, name: string, one: string): void {
  const set = sets.get(name);
  if (set === undefined) sets.set(name, new Set([one]));
  else set.add(one);
}

export function answerRows(db: Db, tickets: TicketCache, lately: RecentEntries<CallRecord>): AnswerRows {
  const open = createOpenCalls(() => db.all<StoredCallRow>(OPEN).map(record));
  const recent = createRecentCalls((locationId, since) => db.all<CallPlace>(SINCE, locationId, since));

  function read(id: string): CallRecord | null {
    const known = lately.get(id);
    if (known !== undefined) return known;
    const row = db.get<StoredCallRow>(BY_ID, id);
    if (row === undefined) return null;
    const answer = record(row);
    lately.keep(id, answer);
    return answer;
  }

  /** Caches a call as written. */
  function note(answer: CallRecord): void {
    lately.keep(answer.id, answer);
    open.note(answer);
  }

  function amend(id: string, change: Partial<CallRecord>, sql: string, ...values: (string | number | null)[]): void {
    const before = read(id);
    if (before === null) return;
    db.run(sql, ...values, id);
    note({ ...before, ...change });
  }

  function lastOf(
    { id, locationId, issuedAt }: Pick<TicketRecord, 'id' | 'locationId' | 'issuedAt'>,
    until: number,
  ): CallRecord | null {
    const row = db.get<StoredCallRow>(LAST_OF_TICKET, locationId, issuedAt, until, id);
    return row === undefined ? null : record(row);
  }

  function called(id: string): CalledTicket | null {
    const answer = lately.get(id);
    const ticket = answer === undefined ? undefined : tickets.get(answer.ticketId)?.ticket;
    if (answer !== undefined && ticket !== undefined) return { answer, ticket };
    const row = db.get<JoinedRow>(CALLED_BY_ID, id);
    return row === undefined ? null : calledTicket(row);
  }

  return {
    answer: (id) => atOnce(read(id)),
    openAnswerAt: (deskId) => atOnce(open.at(deskId)),
    openAnswerOf: ({ locationId, id }) =>
      atOnce(open.ofLocation(locationId).find(({ ticketId }) => ticketId === id) ?? null),
    servesElsewhere: (userId, deskId) => atOnce(userId !== '' && open.servesElsewhere(userId, deskId)),
    putAnswer(answer, numberServiceId, wait) {
      db.run(
        INSERT,
        answer.id,
        answer.ticketId,
        answer.locationId,
        answer.serviceId,
        answer.deskId,
        answer.userId,
        answer.state,
        answer.calledAt,
        answer.endedAt,
        numberServiceId,
        wait === null ? null : wait.waitMs,
        wait?.first ? 1 : 0,
      );
      note(answer);
      recent.note(answer, numberServiceId);
      return DONE;
    },
    endAnswer(id, state, endedAt) {
      amend(id, { state, endedAt }, END, state, endedAt);
      return DONE;
    },
    reopenAnswer(id) {
      const goesOn = { state: CALL_STATE.inService, endedAt: null };
      amend(id, goesOn, END, goesOn.state, null);
      return DONE;
    },
    giveAnswer(id, userId) {
      amend(id, { userId }, GIVE_ANSWER.sqlite, '', userId);
      return DONE;
    },
    dropAnswer(id) {
      const before = read(id);
      db.run(DROP_ANSWER.sqlite, '', id);
      lately.forget(id);
      if (before !== null) {
        open.drop(before);
        recent.drop(before);
      }
      return DONE;
    },
    lastAnswerOf: (ticket, until) => atOnce(lastOf(ticket, until)),
    lastAnswersOf: (tickets) =>
      atOnce(tickets.map(({ ticket, changedAt }) => lastOf(ticket, changedAt)).filter((answer) => answer !== null)),
    calledTicket: (answerId) => atOnce(called(answerId)),
    openAnswers: (locationId) =>
      atOnce(
        open
          .ofLocation(locationId)
          .toSorted((one, other) => (one.deskId < other.deskId ? -1 : 1))
          .map(({ id }) => called(id))
          .filter((each) => each !== null),
      ),
    lastCalls: (input) =>
      atOnce(
        recentOf(recent, input)
          ?.map(called)
          .filter((each) => each !== null) ?? lastCalls(db, input),
      ),
    lastCallOfServices: ({ locationId, services, since }) =>
      atOnce(
        services.flatMap((serviceId) => {
          const [id] = recent.of('service', serviceId, { locationId, since, limit: 1 });
          const call = id === undefined ? null : called(id);
          return call === null ? [] : [{ serviceId, call }];
        }),
      ),
  };
}

/** More calls of a whole location are read from the database. */
const MAX_OF_LOCATION = 64;

/** Cached last calls of a desk, a service or a location; null when the cache has no such list. */
function recentOf(
  recent: RecentCalls,
  { locationId, serviceId, deskId, since, limit }: LastCallsInput,
): readonly string[] | null {
  if (since === undefined || (serviceId !== undefined && deskId !== undefined)) return null;
  const asked = { locationId, since, limit };
  if (serviceId !== undefined) return recent.of('service', serviceId, asked);
  if (deskId !== undefined) return recent.of('desk', deskId, asked);
  return limit > MAX_OF_LOCATION ? null : recent.of('location', locationId, asked);
}

/** Newest first. Calls of a location have an index in that order, so that older calls cost nothing. */
function lastCalls(db: Db, input: LastCallsInput): readonly LastCall[] {
  const conditions = ['answer.location_id = ?'];
  const values: (string | number)[] = [input.locationId];
  if (input.serviceId !== undefined) {
    conditions.push('answer.number_service_id = ?');
    values.push(input.serviceId);
  }
  if (input.deskId !== undefined) {
    conditions.push('answer.desk_id = ?');
    values.push(input.deskId);
  }
  if (input.since !== undefined) {
    conditions.push('answer.called_at >= ?');
    values.push(input.since);
  }
  const sql = `${CALLED} WHERE ${conditions.join(' AND ')} ORDER BY answer.called_at DESC, answer.id DESC LIMIT ?`;
  return db.all<JoinedRow>(sql, ...values, input.limit).map(calledTicket);
}

function calledTicket(row: JoinedRow): CalledTicket {
  return {
    answer: {
      id: row.answer_id,
      ticketId: row.answer_ticket_id,
      locationId: row.answer_location_id,
      serviceId: row.answer_service_id,
      deskId: row.answer_desk_id,
      userId: row.answer_user_id,
      state: row.answer_state,
      calledAt: row.answer_called_at,
      endedAt: row.answer_ended_at,
    },
    ticket: ticketRecord(row),
  };
}

function record(row: StoredCallRow): CallRecord {
  return { id: row.id, ticketId: row.ticket_id, locationId: row.location_id, ...calledFields(row) };
}

/** Maps the columns of a call, except its ids. */
export function calledFields(
  row: Omit<StoredCallRow, 'id' | 'ticket_id' | 'location_id'>,
): Omit<CallRecord, 'id' | 'ticketId' | 'locationId'> {
  return {
    serviceId: row.service_id,
    deskId: row.desk_id,
    userId: row.user_id,
    state: row.state,
    calledAt: row.called_at,
    endedAt: row.ended_at,
  };
}
