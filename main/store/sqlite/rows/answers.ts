import type { AnswerRecord, AnswerState } from '../../../contract/queue.ts';
import type { CalledTicket, LastCall, QueueQueries } from '../../../queue/queue.ts';
import type { AnswerRows } from '../../../queue/rows.ts';
import { atOnce, DONE } from '../../../queue/step.ts';
import type { Db } from '../db.ts';
import { TICKET_COLUMNS, type TicketRow, ticketRecord } from './tickets.ts';

/** As the table has it. */
export interface AnswerRow {
  readonly id: string;
  readonly ticket_id: string;
  readonly location_id: string;
  readonly service_id: string;
  readonly desk_id: string;
  readonly user_id: string;
  readonly state: AnswerState;
  readonly called_at: number;
  readonly ended_at: number | null;
}

const COLUMNS = 'id, ticket_id, location_id, service_id, desk_id, user_id, state, called_at, ended_at';
const BY_ID = `SELECT ${COLUMNS} FROM answer WHERE id = ?`;
const OPEN_AT_DESK = `SELECT ${COLUMNS} FROM answer WHERE state = 2 AND desk_id = ?`;
/** Few calls are open at a location at once, and they have an index. */
const OPEN_OF_TICKET = `SELECT ${COLUMNS} FROM answer WHERE state = 2 AND location_id = ? AND ticket_id = ?`;
const LAST_OF_TICKET = `SELECT ${COLUMNS} FROM answer
  WHERE location_id = ? AND called_at >= ? AND called_at <= ? AND ticket_id = ? ORDER BY called_at DESC, id DESC LIMIT 1`;
const ELSEWHERE = 'SELECT 1 FROM answer WHERE state = 2 AND user_id = ? AND desk_id <> ? LIMIT 1';
const INSERT = `INSERT INTO answer (${COLUMNS}, number_service_id, waited_ms, first) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

type JoinedRow = TicketRow & { readonly [Name in keyof AnswerRow as `answer_${Name}`]: AnswerRow[Name] };

const JOINED_COLUMNS = [TICKET_COLUMNS, ...COLUMNS.split(', ').map((name) => `answer.${name} AS answer_${name}`)].join(
  ', ',
);
/** Answers with their tickets; what follows is WHERE and ORDER BY. */
const JOIN = 'JOIN ticket ON ticket.id = answer.ticket_id';
const CALLED = `SELECT ${JOINED_COLUMNS} FROM answer ${JOIN}`;
const CALLED_BY_ID = `${CALLED} WHERE answer.id = ?`;
/** By the index of the open ones: for the sake of the order it would go through all calls that the desks ever made. */
const OPEN = `SELECT ${JOINED_COLUMNS} FROM answer INDEXED BY answer_open_location ${JOIN}
  WHERE answer.state = 2 AND answer.location_id = ? ORDER BY desk_id`;

export function answerRows(db: Db): AnswerRows {
  return {
    answer: (id) => atOnce(record(db.get<AnswerRow>(BY_ID, id))),
    openAnswerAt: (deskId) => atOnce(record(db.get<AnswerRow>(OPEN_AT_DESK, deskId))),
    openAnswerOf: ({ locationId, id }) => atOnce(record(db.get<AnswerRow>(OPEN_OF_TICKET, locationId, id))),
    servesElsewhere: (userId, deskId) => atOnce(userId !== '' && db.get(ELSEWHERE, userId, deskId) !== undefined),
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
      return DONE;
    },
    endAnswer(id, state, now) {
      db.run('UPDATE answer SET state = ?, ended_at = ? WHERE id = ?', state, now, id);
      return DONE;
    },
    reopenAnswer(id) {
      db.run('UPDATE answer SET state = 2, ended_at = NULL WHERE id = ?', id);
      return DONE;
    },
    giveAnswer(id, userId) {
      db.run('UPDATE answer SET user_id = ? WHERE id = ?', userId, id);
      return DONE;
    },
    dropAnswer(id) {
      db.run('DELETE FROM answer WHERE id = ?', id);
      return DONE;
    },
    lastAnswerOf: ({ id, locationId, issuedAt }, until) =>
      atOnce(record(db.get<AnswerRow>(LAST_OF_TICKET, locationId, issuedAt, until, id))),
    calledTicket(answerId) {
      const row = db.get<JoinedRow>(CALLED_BY_ID, answerId);
      return atOnce(row === undefined ? null : calledTicket(row));
    },
    openAnswers: (locationId) => atOnce(db.all<JoinedRow>(OPEN, locationId).map(calledTicket)),
    lastCalls: (input) => atOnce(lastCalls(db, input)),
  };
}

/** Newest first. Each of the filters has an index in that order, so the past costs nothing. */
function lastCalls(db: Db, input: QueueQueries['lastCalls']['input']): readonly LastCall[] {
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

function record(row: AnswerRow | undefined): AnswerRecord | null {
  if (row === undefined) return null;
  return { id: row.id, ticketId: row.ticket_id, locationId: row.location_id, ...calledFields(row) };
}

/** What a call is, whoever looks at it. */
export function calledFields(
  row: Omit<AnswerRow, 'id' | 'ticket_id' | 'location_id'>,
): Omit<AnswerRecord, 'id' | 'ticketId' | 'locationId'> {
  return {
    serviceId: row.service_id,
    deskId: row.desk_id,
    userId: row.user_id,
    state: row.state,
    calledAt: row.called_at,
    endedAt: row.ended_at,
  };
}
