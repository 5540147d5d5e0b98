import { ERRNO } from '../../../contract/errno.ts';
import { fail, type Result } from '../../../contract/result.ts';
import { chooseNext, prioritiesInARowAfter, type Waiting } from '../../../core/call-order.ts';
import type { CalledTicket, CallNextInput, QueueFault } from '../../store.ts';
import type { Db } from '../db.ts';
import { prioritiesInARow, setPrioritiesInARow } from '../location-queue.ts';
import { readQueue } from '../service-queue.ts';
import { ANYBODY, deskLane, readTicket, userLane } from '../ticket-rows.ts';
import type { Transaction } from '../transaction.ts';
import { makeTurnChanges } from '../turn-changes.ts';
import { callToDesk } from './call.ts';

interface HeadRow {
  readonly id: string;
  readonly flags: number;
  readonly issued_at: number;
  readonly waiting_since: number;
}

const HEAD = `SELECT id, flags, issued_at, waiting_since FROM ticket
  WHERE state = 1 AND dst_service_id = ? AND generation = ? AND lane = ? AND priority = ?
  ORDER BY waiting_since, issued_at, id LIMIT 1`;

/** Calls whoever is next among the services for this desk and user; 8 when nobody waits. */
export function callNextTicket(transaction: Transaction, input: CallNextInput): Result<CalledTicket, QueueFault> {
  const { db, now } = transaction;
  makeTurnChanges(db, input.locationId, now);
  const ratio = input.callOrder === 'ratio';
  const inARow = ratio ? prioritiesInARow(db, input.locationId) : 0;
  const next = chooseNext(heads(db, input), input.callOrder, input.priorityRatio, inARow);
  const row = next === null ? undefined : readTicket(db, next.id);
  if (row === undefined) return fail({ errno: ERRNO.noTickets });
  const called = callToDesk(transaction, 'callNextTicket', input, row);
  if (called.ok && ratio) setPrioritiesInARow(db, input.locationId, prioritiesInARowAfter(row, inARow));
  return called;
}

/** The first ticket of every lane and class that this desk may call from: no more is ever looked at. */
function heads(db: Db, input: CallNextInput): Waiting[] {
  const lanes = [ANYBODY, deskLane(input.deskId)];
  if (input.userId !== '') lanes.push(userLane(input.userId));
  const found: Waiting[] = [];
  for (const serviceId of input.services) {
    const queue = readQueue(db, serviceId);
    if (queue === undefined || queue.location_id !== input.locationId) continue;
    const classes: number[] = [];
    if (queue.waiting_priority > 0) classes.push(1);
    if (queue.waiting > queue.waiting_priority) classes.push(0);
    for (const priority of classes) {
      for (const lane of lanes) {
        const row = db.get<HeadRow>(HEAD, serviceId, queue.generation, lane, priority);
        if (row === undefined) continue;
        found.push({ id: row.id, flags: row.flags, issuedAt: row.issued_at, waitingSince: row.waiting_since });
      }
    }
  }
  return found;
}
