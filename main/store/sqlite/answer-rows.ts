import type { AnswerRecord, AnswerState } from '../../contract/queue.ts';
import type { CalledTicket } from '../store.ts';
import type { Db } from './db.ts';
import { TICKET_COLUMNS, type TicketRow, ticketRecord } from './ticket-rows.ts';

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

const ANSWER_COLUMNS = 'id, ticket_id, location_id, service_id, desk_id, user_id, state, called_at, ended_at';
const SELECT_BY_ID = `SELECT ${ANSWER_COLUMNS} FROM answer WHERE id = ?`;
const SELECT_OPEN_AT_DESK = `SELECT ${ANSWER_COLUMNS} FROM answer WHERE state = 2 AND desk_id = ?`;

export function readAnswer(db: Db, id: string): AnswerRecord | null {
  return record(db.get<AnswerRow>(SELECT_BY_ID, id));
}

export function readOpenAnswer(db: Db, deskId: string): AnswerRecord | null {
  return record(db.get<AnswerRow>(SELECT_OPEN_AT_DESK, deskId));
}

export function servesElsewhere(db: Db, userId: string, deskId: string): boolean {
  if (userId === '') return false;
  return (
    db.get('SELECT 1 FROM answer WHERE state = 2 AND user_id = ? AND desk_id <> ? LIMIT 1', userId, deskId) !==
    undefined
  );
}

const INSERT = `INSERT INTO answer (${ANSWER_COLUMNS}, number_service_id, waited_ms, first) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/**
 * @param numberServiceId the service whose number is called.
 * @param wait null for a ticket that did not wait: it was paused, or cancelled.
 */
export function insertAnswer(
  db: Db,
  answer: AnswerRecord,
  numberServiceId: string,
  wait: { readonly waitMs: number; readonly first: boolean } | null,
): void {
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
}

export function endAnswer(db: Db, answer: AnswerRecord, state: AnswerState, now: number): AnswerRecord {
  db.run('UPDATE answer SET state = ?, ended_at = ? WHERE id = ?', state, now, answer.id);
  return { ...answer, state, endedAt: now };
}

const JOINED_COLUMNS = [
  TICKET_COLUMNS,
  ...ANSWER_COLUMNS.split(', ').map((name) => `answer.${name} AS answer_${name}`),
].join(', ');

export type JoinedRow = TicketRow & { readonly [Name in keyof AnswerRow as `answer_${Name}`]: AnswerRow[Name] };

/** SELECT of answers with their tickets; what follows is WHERE and ORDER BY. */
export const SELECT_CALLED = `SELECT ${JOINED_COLUMNS} FROM answer JOIN ticket ON ticket.id = answer.ticket_id`;

export function calledTicket(row: JoinedRow): CalledTicket {
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
  return {
    id: row.id,
    ticketId: row.ticket_id,
    locationId: row.location_id,
    serviceId: row.service_id,
    deskId: row.desk_id,
    userId: row.user_id,
    state: row.state,
    calledAt: row.called_at,
    endedAt: row.ended_at,
  };
}
