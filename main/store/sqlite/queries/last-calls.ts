import type { LastCall, QueueQueries } from '../../store.ts';
import { calledTicket, type JoinedRow, SELECT_CALLED } from '../answer-rows.ts';
import type { Db } from '../db.ts';

/** Newest first. Each of the filters has an index in that order, so the past costs nothing. */
export function lastCalls(db: Db, input: QueueQueries['lastCalls']['input']): readonly LastCall[] {
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
  const sql = `${SELECT_CALLED} WHERE ${conditions.join(' AND ')}
    ORDER BY answer.called_at DESC, answer.id DESC LIMIT ?`;
  return db.all<JoinedRow>(sql, ...values, input.limit).map(calledTicket);
}
