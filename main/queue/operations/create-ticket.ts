/** Operation: issue a ticket. */

import type { AppointmentAt } from '../../appointments/operations/appointment-records.ts';
import type { Attendance } from '../../appointments/rules/check-in.ts';
import type { Effects } from '../../database/effect.ts';
import type { FormAnswerInput } from '../../forms/operations/form-answer-records.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ERRNO, fail, ok, type Result } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { type ServiceQueue, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { AtLocation, QueueFault } from '../contract/request.ts';
import { nextNumber } from '../rules/numbering.ts';
import { type ClassOf, classOf, isAhead, ticketLabel } from '../rules/ticket-class.ts';
import { leasedSpan, serviceQueue } from './parts/service-queue.ts';
import { firstLane, turnChangesOf } from './parts/turn-times.ts';
import type { StoredQueue } from './rows/queues.ts';

export interface CreateTicketInput extends AtLocation {
  readonly serviceId: string;
  readonly deskId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly flags: number;
  readonly note: string;
  readonly lang: string;
  readonly customField: string;
  readonly clientName: string;
  readonly scheduledAt: number | null;
  /** Text before the printed number, and the minimum number of digits. */
  readonly tag: string;
  readonly numberWidth: number;
  readonly firstNumber: number;
  /** 0: no maximum. */
  readonly maxNumber: number;
  /** 0: no cap. */
  readonly maxWaiting: number;
  /** Whether priority tickets are called before others (for the count of people before it). */
  readonly priorityFirst: boolean;
  /** Estimated wait in seconds behind `before` tickets; absent if unknown. */
  readonly wait?: {
    readonly before: number;
    readonly seconds: number;
    /** The estimate is the fixed one of the next ticket, and does not apply to later ones. */
    readonly onlyNext?: boolean;
  };
  /** The appointment to check in; 115 if that was done before. */
  readonly appointment?: AppointmentAt & { readonly displayName: string };
  /** Turn rules of a ticket with `scheduledAt`. */
  readonly attendance?: Attendance;
  /** Form answers of the visitor, stored in the same transaction as the ticket. */
  readonly formAnswers?: readonly FormAnswerInput[];
}

export interface CreatedTicket {
  readonly ticket: TicketRecord;
  readonly queue: ServiceQueue;
  /** Number of people called before this ticket, as far as known. */
  readonly before: number;
  /** Estimated wait in whole seconds; null if unknown. */
  readonly waitSeconds: number | null;
}

const NO_LIMITS = { from: null, until: null } as const;

/**
 * Issues a ticket. 112 if the queue is full, 115 for an appointment that was already checked in.
 *
 * @param classGiven class of the ticket
 */
export function* issueTicket(
  unit: Unit,
  input: CreateTicketInput,
  classGiven: ClassOf = classOf,
): Effects<Result<CreatedTicket, QueueFault>> {
  const { rows, now } = unit;
  const { appointment, attendance = NO_LIMITS } = input;
  if (appointment !== undefined && (yield* rows.isCheckedIn(appointment))) {
    return refuseAs('already_checked_in');
  }
  const queue = yield* rows.ensureQueue(input.serviceId, input.locationId);
  if (input.maxWaiting > 0 && queue.waiting >= input.maxWaiting) return fail({ errno: ERRNO.waitingCapReached });
  const { last, round } = nextNumber(
    { last: queue.lastNumber, round: queue.round },
    { first: input.firstNumber, max: input.maxNumber },
    leasedSpan(queue),
  );
  const ticket: TicketRecord = {
    id: unit.newId(),
    locationId: input.locationId,
    serviceId: input.serviceId,
    dstServiceId: input.serviceId,
    dstDeskId: input.deskId,
    dstUserId: input.userId,
    deviceId: input.deviceId,
    number: last,
    label: ticketLabel(input.tag, last, input.numberWidth),
    state: TICKET_STATE.waiting,
    transferred: false,
    flags: input.flags,
    note: input.note,
    lang: input.lang,
    customField: input.customField,
    clientName: input.clientName,
    appId: appointment?.id ?? '',
    appDisplayName: appointment?.displayName ?? '',
    scheduledAt: input.scheduledAt,
    issuedAt: now,
    waitingSince: Math.max(now, input.scheduledAt ?? now),
  };
  const ticketClass = classGiven(ticket);
  const before = isAhead(ticketClass) && input.priorityFirst ? queue.waitingPriority : queue.waiting;
  yield* rows.putTicket(ticket, {
    round,
    places: before + 1,
    generation: queue.generation,
    lane: firstLane(ticket, attendance),
    class: ticketClass,
  });
  for (const change of turnChangesOf(ticket, attendance)) yield* rows.putTurnChange(input.locationId, change);
  if (appointment !== undefined) yield* rows.putCheckIn(appointment, ticket.id);
  if (input.formAnswers !== undefined) yield* rows.putFormAnswers(ticket.id, input.formAnswers, now);
  const counted: StoredQueue = {
    ...queue,
    round,
    lastNumber: last,
    waiting: queue.waiting + 1,
    waitingPriority: queue.waitingPriority + (isAhead(ticketClass) ? 1 : 0),
  };
  yield* rows.countIssued(input.serviceId, counted);
  unit.emit({
    type: 'ticket.created',
    locationId: input.locationId,
    serviceId: input.serviceId,
    ticketId: ticket.id,
    deskId: input.deskId,
    ticket,
  });
  return ok({ ticket, queue: serviceQueue(counted), before, waitSeconds: waitOf(input.wait, before) });
}

/** Issues a ticket in its default class (`classOf`). */
export const createTicket = operation<CreateTicketInput, CreatedTicket>({
  scope: 'location',
  startsDay: true,
  prefetch: ['service'],
  run: (unit, input) => issueTicket(unit, input),
});

/** Adjusts the estimate: tickets may have been issued or called since it was computed. */
function waitOf(said: CreateTicketInput['wait'], before: number): number | null {
  if (said === undefined || (said.onlyNext === true && before > 0)) return null;
  return Math.round((said.seconds * (before + 1)) / (said.before + 1));
}
