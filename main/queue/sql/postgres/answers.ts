/** PostgreSQL row functions of calls. */
import type { Effects } from '../../../database/effect.ts';
import { LockNotAvailableError } from '../../../database/postgres/cross-location-locks.ts';
import { LOCK_NAMES, TRY_NAMES } from '../../../database/postgres/locks.ts';
import type { DatabaseSession } from '../../../database/postgres/session.ts';
import {
  changeOfMany,
  insertOfMany,
  type RowColumns,
  selected,
  statement,
} from '../../../database/postgres/statement.ts';
import { ANSWER } from '../../../database/tables/queue-tables.ts';
import { CALL_STATE, type CallRecord } from '../../contract/records.ts';
import type { CalledTicket, LastCallsInput, ServiceLastCallsInput } from '../../operations/call-records.ts';
import type { AnswerRows } from '../../operations/rows/call-rows.ts';
import { ANSWER_COLUMN } from '../columns.ts';
import { DROP_ANSWER, GIVE_ANSWER } from '../queue-statements.ts';
import { type PostgresTicketRow, storedTicket, TICKET_FIELDS } from './ticket-row.ts';

const FIELDS = selected(ANSWER_COLUMN);
const BY_ID = statement('answer', `SELECT ${FIELDS} FROM answer WHERE location_id = $1 AND id = $2`);
/** At most one row per desk. */
export const OPEN_ANSWERS = statement(
  'open-answers',
  `SELECT open.* FROM unnest($1::text[]) AS place (location_id)
  CROSS JOIN LATERAL (SELECT ${FIELDS} FROM answer WHERE location_id = place.location_id AND state = 2 OFFSET 0) AS open`,
);
/** Users with an open call, with its location. */
export const USERS_SERVING = statement(
  'users-serving',
  `SELECT DISTINCT user_id AS "userId", location_id AS "locationId" FROM answer WHERE state = 2 AND user_id <> '' AND user_id = ANY ($1)`,
);

const INSERT = insertOfMany('put-answers', ANSWER);
const END = changeOfMany('end-answers', ANSWER, { key: 'id', columns: ['state', 'ended_at'] });

const REOPEN = statement(
  'reopen-answer',
  'UPDATE answer SET state = 2, ended_at = NULL WHERE location_id = $1 AND id = $2',
);
const LAST_OF_TICKET = statement(
  'last-answer-of-ticket',
  `SELECT ${FIELDS} FROM answer WHERE location_id = $1 AND called_at >= $2 AND called_at <= $3 AND ticket_id = $4
  ORDER BY called_at DESC, id DESC LIMIT 1`,
);
const LAST_OF_TICKETS = statement(
  'last-answers-of-tickets',
  `SELECT newest.* FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS place (ticket, issued, changed)
  CROSS JOIN LATERAL (SELECT ${FIELDS} FROM answer WHERE location_id = $1 AND called_at >= place.issued
    AND called_at <= place.changed AND ticket_id = place.ticket ORDER BY called_at DESC, id DESC LIMIT 1) AS newest`,
);

/** Joins calls with their tickets. A column prefix separates them, which is cheaper than two JSON columns. */
const PREFIX = 'answer.';
const PREFIXED = Object.fromEntries(Object.entries(ANSWER_COLUMN).map(([field, column]) => [PREFIX + field, column]));
const CALLED = `SELECT ${TICKET_FIELDS}, ${selected(PREFIXED, 'answer')} FROM answer
  JOIN ticket ON ticket.location_id = answer.location_id AND ticket.id = answer.ticket_id`;
const CALLED_BY_ID = statement('called-ticket', `${CALLED} WHERE answer.location_id = $1 AND answer.id = $2`);
const OPEN = statement(
  'open-calls',
  `${CALLED} WHERE answer.location_id = $1 AND answer.state = 2 ORDER BY answer.desk_id`,
);

/** Newest first. Each combination of filters has an index in that order, so that older calls cost nothing. */
const LAST = new Map(
  [[], ['service'], ['desk'], ['service', 'desk']].map((filters) => {
    const conditions = [
      'answer.location_id = $1',
      'answer.called_at >= $2',
      ...(filters.includes('service') ? ['answer.number_service_id = $4'] : []),
      ...(filters.includes('desk') ? [`answer.desk_id = $${3 + filters.length}`] : []),
    ];
    const text = `${CALLED} WHERE ${conditions.join(' AND ')} ORDER BY answer.called_at DESC, answer.id DESC LIMIT $3`;
    return [filters.join(), statement(['last-calls', ...filters].join('-of-'), text)];
  }),
);

const LAST_OF_SERVICES = statement(
  'last-call-of-services',
  `SELECT newest.*, service.id AS numbered FROM unnest($2::text[]) AS service (id)
  CROSS JOIN LATERAL (${CALLED} WHERE answer.location_id = $1 AND answer.called_at >= $3
    AND answer.number_service_id = service.id ORDER BY answer.called_at DESC, answer.id DESC LIMIT 1) AS newest`,
);

type JoinedRow = PostgresTicketRow & { readonly [Field in keyof CallRecord as `answer.${Field}`]: CallRecord[Field] };

/** A user with an open call. */
export interface Serving {
  readonly userId: string;
  readonly locationId: string;
}

export interface PrefetchedAnswers {
  /** Stores the prefetched open calls of the location. */
  knowOpen(answers: readonly CallRecord[]): void;
  /** Stores where these users serve, once their locks are held. */
  knowServing(users: readonly string[], places: readonly Serving[]): void;
}

export function answerRows(session: DatabaseSession): AnswerRows & PrefetchedAnswers {
  const { locationId } = session;
  /** By desk; null until loaded. */
  let open: Map<string, CallRecord> | null = null;
  const ended = new Map<string, CallRecord>();
  /** Whether a user serves at another location, for users already looked up. */
  const elsewhere = new Map<string, boolean>();
  const inserts = new Map<string, RowColumns>();
  const ends = new Map<string, { readonly state: number; readonly endedAt: number }>();

  session.onFlush(() => {
    for (const [id, { state, endedAt }] of ends) session.put(END, { id, state, ended_at: endedAt });
    for (const row of inserts.values()) session.put(INSERT, row);
    ends.clear();
    inserts.clear();
  });

  function* openHere(): Effects<Map<string, CallRecord>> {
    open ??= byDesk(yield* session.ask<CallRecord>(OPEN_ANSWERS, [[locationId]]));
    return open;
  }

  function* find(id: string): Effects<CallRecord | null> {
    for (const answer of (yield* openHere()).values()) if (answer.id === id) return answer;
    return ended.get(id) ?? (yield* session.ask<CallRecord>(BY_ID, [locationId, id]))[0] ?? null;
  }

  function know(users: readonly string[], places: readonly Serving[]): void {
    for (const user of users) elsewhere.set(user, false);
    for (const place of places) {
      if (place.locationId !== locationId && elsewhere.has(place.userId)) elsewhere.set(place.userId, true);
    }
  }

  /**
   * Also for users that the input does not name, for example the author of a call that is reverted. Takes their lock
   * first.
   */
  function* isElsewhere(userId: string): Effects<boolean> {
    const known = elsewhere.get(userId);
    if (known !== undefined) return known;
    const { mayWait } = session.claims;
    if (!session.claims.take(locationId ?? '', { users: new Set([userId]), keys: new Set() }))
      throw new LockNotAvailableError(userId);
    if (mayWait) session.send(LOCK_NAMES, [[userId]]);
    else if ((yield* session.ask(TRY_NAMES, [[userId]])).length > 0) throw new LockNotAvailableError(userId);
    know([userId], yield* session.ask<Serving>(USERS_SERVING, [[userId]]));
    return elsewhere.get(userId) === true;
  }

  return {
    knowOpen(answers) {
      open = byDesk(answers);
    },
    knowServing: know,
    answer: find,
    *openAnswerAt(deskId) {
      return (yield* openHere()).get(deskId) ?? null;
    },
    *openAnswerOf({ id }) {
      for (const answer of (yield* openHere()).values()) if (answer.ticketId === id) return answer;
      return null;
    },
    *servesElsewhere(userId, deskId) {
      if (userId === '') return false;
      if (yield* isElsewhere(userId)) return true;
      for (const answer of (yield* openHere()).values()) {
        if (answer.userId === userId && answer.deskId !== deskId) return true;
      }
      return false;
    },
    *putAnswer(answer, numberServiceId, wait) {
      (yield* openHere()).set(answer.deskId, answer);
      inserts.set(answer.id, {
        id: answer.id,
        ticket_id: answer.ticketId,
        service_id: answer.serviceId,
        number_service_id: numberServiceId,
        desk_id: answer.deskId,
        user_id: answer.userId,
        state: answer.state,
        called_at: answer.calledAt,
        ended_at: answer.endedAt,
        waited_ms: wait?.waitMs ?? null,
        first: wait?.first ?? false,
      });
    },
    *endAnswer(id, state, now) {
      const before = yield* find(id);
      if (before !== null) {
        const here = yield* openHere();
        if (here.get(before.deskId)?.id === id) here.delete(before.deskId);
        ended.set(id, { ...before, state, endedAt: now });
      }
      const fresh = inserts.get(id);
      if (fresh === undefined) ends.set(id, { state, endedAt: now });
      else inserts.set(id, { ...fresh, state, ended_at: now });
    },
    // Written at once and not at the flush, so that no desk has two open calls while the batch is written.
    *reopenAnswer(id) {
      const before = yield* find(id);
      if (before === null) return;
      yield* session.change(REOPEN, [locationId, id]);
      ended.delete(id);
      (yield* openHere()).set(before.deskId, { ...before, state: CALL_STATE.inService, endedAt: null });
    },
    *giveAnswer(id, userId) {
      const before = yield* find(id);
      if (before === null) return;
      const after = { ...before, userId };
      const here = yield* openHere();
      if (here.get(before.deskId)?.id === id) here.set(before.deskId, after);
      if (ended.has(id)) ended.set(id, after);
      const fresh = inserts.get(id);
      if (fresh === undefined) yield* session.change(GIVE_ANSWER.postgres, [locationId, userId, id]);
      else inserts.set(id, { ...fresh, user_id: userId });
    },
    *dropAnswer(id) {
      const before = yield* find(id);
      yield* session.change(DROP_ANSWER.postgres, [locationId, id]);
      ended.delete(id);
      const here = yield* openHere();
      if (before !== null && here.get(before.deskId)?.id === id) here.delete(before.deskId);
    },
    *lastAnswerOf({ locationId: of, id, issuedAt }, until) {
      return (yield* session.ask<CallRecord>(LAST_OF_TICKET, [of, issuedAt, until, id]))[0] ?? null;
    },
    *lastAnswersOf(tickets) {
      return yield* session.ask<CallRecord>(LAST_OF_TICKETS, [
        tickets[0]?.ticket.locationId ?? '',
        tickets.map(({ ticket }) => ticket.id),
        tickets.map(({ ticket }) => ticket.issuedAt),
        tickets.map(({ changedAt }) => changedAt),
      ]);
    },
    *calledTicket(answerId) {
      const [row] = yield* session.ask<JoinedRow>(CALLED_BY_ID, [locationId, answerId]);
      return row === undefined ? null : calledTicket(row);
    },
    *openAnswers(of) {
      return (yield* session.ask<JoinedRow>(OPEN, [of])).map(calledTicket);
    },
    *lastCalls({ locationId: of, serviceId, deskId, since = 0, limit }: LastCallsInput) {
      const filters = {
        ...(serviceId === undefined ? {} : { service: serviceId }),
        ...(deskId === undefined ? {} : { desk: deskId }),
      };
      const last = LAST.get(Object.keys(filters).join());
      if (last === undefined) throw new Error('Unknown list of last calls.');
      return (yield* session.ask<JoinedRow>(last, [of, since, limit, ...Object.values(filters)])).map(calledTicket);
    },
    *lastCallOfServices({ locationId: of, services, since }: ServiceLastCallsInput) {
      const rows = yield* session.ask<JoinedRow & { readonly numbered: string }>(LAST_OF_SERVICES, [
        of,
        services,
        since,
      ]);
      return rows.map(({ numbered, ...row }) => ({ serviceId: numbered, call: calledTicket(row as JoinedRow) }));
    },
  };
}

function byDesk(answers: readonly CallRecord[]): Map<string, CallRecord> {
  return new Map(answers.map((answer) => [answer.deskId, answer]));
}

function calledTicket(row: JoinedRow): CalledTicket {
  const answer: Record<string, unknown> = {};
  const ticket: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(row)) {
    if (field.startsWith(PREFIX)) answer[field.slice(PREFIX.length)] = value;
    else ticket[field] = value;
  }
  // The query selects all columns of both.
  return {
    answer: answer as unknown as CallRecord,
    ticket: storedTicket(ticket as unknown as PostgresTicketRow).ticket,
  };
}
