import { ok, type Result } from '../../../contract/result.ts';
import { turnOfDay } from '../../../core/business-day.ts';
import type { AtLocation, QueueFault } from '../../store.ts';
import { planEnding } from '../end-old-tickets.ts';
import { readLocation } from '../location-queue.ts';
import type { Transaction } from '../transaction.ts';
import { dropTurnChanges } from '../turn-changes.ts';

const COUNT = `SELECT coalesce(sum(waiting + (SELECT count(*) FROM ticket
    WHERE state = 3 AND dst_service_id = service_queue.service_id AND generation = service_queue.generation)), 0) AS ended
  FROM service_queue WHERE location_id = ?`;
const START_SERVICES = `UPDATE service_queue SET waiting = 0, waiting_priority = 0, generation = generation + 1, round = round + 1, last_number = NULL,
  waits = '[]', average_wait_seconds = NULL, seconds_per_place = NULL WHERE location_id = ?`;

/**
 * Begins the location's business day if that has not been done: tickets still waiting or paused end, numbers and
 * averages start anew. That costs the same for any number of tickets: they are of an earlier generation now, which is
 * as good as ended, and are marked as ended bit by bit (see `end-old-tickets.ts`). Open calls go on. The count of calls goes on too, because a tolerance counts across the night.
 */
export function startDay(transaction: Transaction, input: AtLocation): Result<{ readonly ended: number }, QueueFault> {
  const { db, now, openDays } = transaction;
  const { locationId, day } = input;
  if (openDays.get(locationId) === day) return ok({ ended: 0 });
  openDays.delete(locationId);
  const location = readLocation(db, locationId);
  if (location === undefined) {
    db.run('INSERT INTO location_queue (location_id, day, seen_day) VALUES (?, ?, ?)', locationId, day, day);
    return ok({ ended: 0 });
  }
  if (location.day === day && location.seen_day === day) {
    openDays.set(locationId, day);
    return ok({ ended: 0 });
  }
  const turn = turnOfDay(location.day, location.seen_day, day);
  if (!turn.begins) {
    db.run('UPDATE location_queue SET day = ?, seen_day = ? WHERE location_id = ?', turn.started, day, locationId);
    return ok({ ended: 0 });
  }
  const ended = db.get<{ ended: number }>(COUNT, locationId)?.ended ?? 0;
  if (ended > 0) planEnding(db, locationId, now);
  dropTurnChanges(db, locationId);
  db.run(START_SERVICES, locationId);
  db.run(
    'UPDATE location_queue SET day = ?, seen_day = ?, priorities_in_a_row = 0 WHERE location_id = ?',
    day,
    day,
    locationId,
  );
  transaction.emit({ type: 'queue.reset', locationId, serviceId: '', ticketId: '', deskId: '' });
  return ok({ ended });
}
