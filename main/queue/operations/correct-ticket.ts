/**
 * Changes of a waiting ticket by a clerk.
 *
 * Remove it, or change its service or priority.
 */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { CALL_STATE, FLAG, TICKET_STATE, type TicketRecord, type TicketState } from '../contract/records.ts';
import type { AtLocation, QueueFault } from '../contract/request.ts';
import { classOf } from '../rules/ticket-class.ts';
import { tellChange } from './emit-change.ts';
import { heldLane, isHeld, laneOf } from './parts/lanes.ts';
import type { StoredTicket } from './rows/tickets.ts';

/** Correction by a clerk at a desk of a ticket that is not in service. */
export interface PutRightInput extends AtLocation {
  readonly deskId: string;
  readonly userId: string;
  readonly ticketId: string;
}

export interface RemoveInput extends PutRightInput {
  /** Appended to the note of the staff. */
  readonly reason: string;
}

export interface ChangeTicketInput extends RemoveInput {
  /** New service and priority; an absent field stays unchanged. */
  readonly serviceId?: string;
  readonly priority?: boolean;
}

/** Maximum length of a ticket's note. */
const MAX_NOTE = 2_000;

/** 6 for an unknown ticket, 115 for one in another state. */
function* find(
  { rows }: Unit,
  { ticketId, locationId }: PutRightInput,
  states: readonly TicketState[],
): Effects<Result<StoredTicket, QueueFault>> {
  const stored = yield* rows.ticket(ticketId);
  if (stored === null || stored.ticket.locationId !== locationId)
    return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
  return states.includes(stored.ticket.state) ? ok(stored) : fail({ errno: ERRNO.ticketState });
}

interface RequeueInput extends PutRightInput {
  /** Only tickets issued since then: those of earlier days have ended. */
  readonly since: number;
}

const { paused, cancelled, ended, waiting } = TICKET_STATE;

const OUT_OF_QUEUE: ReadonlySet<TicketState> = new Set([paused, cancelled, ended]);

/**
 * Requeues a ticket in its former place. A call that ended with the visitor served becomes a pause. The earlier wait
 * was counted with its call; a new wait starts now.
 */
export const requeueTicket = operation<RequeueInput, { readonly ticket: TicketRecord }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket'],
  undoStep: 'requeueTicket',
  *run(unit, input) {
    const { rows, now } = unit;
    const stored = yield* rows.ticket(input.ticketId);
    if (stored === null || stored.ticket.locationId !== input.locationId)
      return fail({ errno: ERRNO.notFound, parameter: 'ticket_id' });
    if (!OUT_OF_QUEUE.has(stored.ticket.state)) return fail({ errno: ERRNO.ticketState });
    if (stored.ticket.issuedAt < input.since) {
      return refuseAs('ticket_of_earlier_day');
    }
    const last = yield* rows.lastAnswerOf(stored.ticket, now);
    if (last?.state === CALL_STATE.ended) {
      yield* rows.endAnswer(last.id, CALL_STATE.paused, last.endedAt ?? Math.max(now, last.calledAt));
    }
    const ticket: TicketRecord = { ...stored.ticket, state: waiting };
    const queue = yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId);
    const ticketClass = classOf(ticket);
    const place = { lane: laneOf(ticket), class: ticketClass, generation: queue.generation, places: 0 };
    yield* rows.moveTicket(ticket, now, place, null);
    yield* rows.addWaiting(ticket.dstServiceId, 1, ticketClass);
    yield* tellChange(unit, ticket.id, 'requeued', input.deskId);
    return ok({ ticket });
  },
});

/** Ends a waiting or paused ticket without a call. */
export const removeTicket = operation<RemoveInput, { readonly ticket: TicketRecord }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket'],
  undoStep: 'removeTicket',
  *run(unit, input) {
    const { rows, now, emit } = unit;
    const found = yield* find(unit, input, [TICKET_STATE.waiting, TICKET_STATE.paused]);
    if (!found.ok) return found;
    const old = found.value.ticket;
    const ticket = { ...old, state: TICKET_STATE.ended, note: withReason(old.note, input.reason) };
    const generation = (yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId)).generation;
    yield* rows.moveTicket(ticket, now, { ...standing(found.value), generation }, null);
    if (old.state === TICKET_STATE.waiting) yield* rows.addWaiting(ticket.dstServiceId, -1, found.value.class);
    const { id: ticketId, locationId, dstServiceId: serviceId } = ticket;
    const answer = old.state === TICKET_STATE.paused ? yield* rows.lastAnswerOf(ticket, now) : null;
    const by = answer === null ? {} : { answer };
    emit({ type: 'ticket.ended', locationId, serviceId, ticketId, deskId: input.deskId, ticket, ...by });
    return ok({ ticket });
  },
});

/** Changes service or priority of a waiting ticket. Its start of waiting stays. */
export const changeTicket = operation<ChangeTicketInput, { readonly ticket: TicketRecord }>({
  scope: 'location',
  startsDay: true,
  prefetch: ['ticket', 'service'],
  undoStep: 'changeTicket',
  *run(unit, input) {
    const { rows } = unit;
    const found = yield* find(unit, input, [TICKET_STATE.waiting]);
    if (!found.ok) return found;
    const { ticket: old, changedAt, lane, places, class: oldClass } = found.value;
    const moves = input.serviceId !== undefined && input.serviceId !== old.dstServiceId;
    const ticket: TicketRecord = {
      ...old,
      flags: input.priority === undefined ? old.flags : flagged(old.flags, input.priority),
      note: withReason(old.note, input.reason),
      // Desk and user of the old service do not serve the new one.
      ...(moves ? { dstServiceId: input.serviceId ?? '', dstDeskId: '', dstUserId: '' } : {}),
    };
    const queue = yield* rows.ensureQueue(ticket.dstServiceId, ticket.locationId);
    const ticketClass = classOf(ticket);
    const place = {
      lane: isHeld(lane) ? heldLane(laneOf(ticket)) : laneOf(ticket),
      class: ticketClass,
      generation: queue.generation,
      places: moves || ticketClass !== oldClass ? 0 : places,
    };
    yield* rows.moveTicket(ticket, changedAt, place, null);
    yield* rows.addWaiting(old.dstServiceId, -1, oldClass);
    yield* rows.addWaiting(ticket.dstServiceId, 1, ticketClass);
    yield* tellChange(unit, ticket.id, 'corrected', input.deskId);
    return ok({ ticket });
  },
});

const standing = ({ lane, class: ticketClass, places }: StoredTicket) => ({ lane, class: ticketClass, places });

function flagged(flags: number, priority: boolean): number {
  return priority ? flags | FLAG.priority : flags & ~FLAG.priority;
}

function withReason(note: string, reason: string): string {
  return [note, reason].filter(Boolean).join(' · ').slice(0, MAX_NOTE);
}
