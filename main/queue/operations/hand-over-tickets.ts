/** Operation: accept a kiosk's offline tickets. */
import type { Effects } from '../../database/effect.ts';
import { ERRNO, type Errno, ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import { FLAG, NO_VISITOR, TICKET_STATE, type TicketRecord } from '../contract/records.ts';
import type { AtLocation } from '../contract/request.ts';
import { canBeLeased, isRestored, spanAround } from '../rules/offline-ranges.ts';
import { classOf, ticketLabel } from '../rules/ticket-class.ts';
import { laneOf } from './parts/lanes.ts';
import { leasedSpan } from './parts/service-queue.ts';
import type { RestoredMark } from './restored-mark.ts';
import type { NumberLease } from './rows/leases.ts';
import type { StoredQueue } from './rows/queues.ts';

/** Ticket issued by an offline kiosk. */
export interface OfflineTicket {
  /** UUIDv7 created by the kiosk. It is the idempotency key: a repeated ticket changes nothing. */
  readonly id: string;
  readonly serviceId: string;
  readonly number: number;
  readonly issuedAt: number;
  readonly lang: string;
  readonly priority: boolean;
  readonly tag: string;
  readonly numberWidth: number;
  readonly firstNumber: number;
  readonly maxNumber: number;
  /** Start of the business day of its issue. */
  readonly dayBegan: number;
  /** Count of numbers that this kiosk can lease of the service; 0 if it no longer offers it. */
  readonly count: number;
}

export interface HandOverInput extends AtLocation {
  readonly deviceId: string;
  readonly holder: string;
  /** Start of the current business day. */
  readonly dayBegan: number;
  /** Null for a database that was never restored. */
  readonly restored: RestoredMark | null;
  readonly tickets: readonly OfflineTicket[];
}

export interface HandedOver {
  readonly id: string;
  /** 0: the ticket is in the queue, now or by an earlier request. */
  readonly errno: Errno | 0;
  /** Another visitor has the same number. */
  readonly doubled: boolean;
}

/** Round of duplicate numbers. Normal rounds start at 1; duplicates use 0 and below. */
const DOUBLED_ROUND = 0;
/** Maximum duplicates of a number in all stored days. */
const MAX_DOUBLED = 100;
const DAY_MS = 86_400_000;

/** Lease duration: one day, an hour for the change of summer time, and an hour for clock differences. */
const LEASE_ENDS_MS = 26 * 3_600_000;
/** Tolerance for a kiosk clock that was set back. */
const CLOCK_BACK_MS = 3_600_000;

/**
 * Accepts tickets that a kiosk issued offline. Each visitor already holds paper, so caps, opening hours and switches do
 * not apply. The number's lease proves that a ticket is genuine: a lease issued by this database, or one lost in a
 * restore.
 */
export const handOverTickets = operation<HandOverInput, { readonly tickets: readonly HandedOver[] }>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, input) {
    const tickets: HandedOver[] = [];
    for (const ticket of input.tickets) tickets.push(yield* handOver(unit, input, ticket));
    return ok({ tickets });
  },
});

function* handOver(unit: Unit, input: HandOverInput, given: OfflineTicket): Effects<HandedOver> {
  const { rows, now } = unit;
  const { id, serviceId, number } = given;
  const { locationId, deviceId } = input;
  const known = yield* rows.ticket(id);
  if (known !== null) {
    const isSame = known.ticket.serviceId === serviceId && known.ticket.number === number;
    return { id, errno: isSame ? 0 : ERRNO.idempotencyConflict, doubled: false };
  }
  const queue = yield* rows.ensureQueue(serviceId, locationId);
  const issued = yield* issuedLease(unit, input, given, queue);
  if (issued === null && !canBeLeased({ first: given.firstNumber, max: given.maxNumber }, number)) {
    return { id, errno: ERRNO.invalidParameters, doubled: false };
  }
  const proof = issued ?? (yield* restoredLease(unit, input, given, queue));
  if (proof === null || proof.taken > proof.last - proof.first) {
    return { id, errno: ERRNO.cannotConclude, doubled: false };
  }
  // Issue time: not later than now, so that a fast clock does not move the ticket behind later ones; not before the
  // lease.
  const clockTime = Math.min(given.issuedAt, now);
  const isOfToday = proof.generation === queue.generation || clockTime >= input.dayBegan;
  const isKnown = proof.generation === queue.generation || !(isOfToday || isRestored(proof));
  const lease = isKnown ? proof : null;
  const place = yield* placeOf(unit, locationId, given, { queue, lease, waits: isOfToday });
  if (place === null) return { id, errno: ERRNO.cannotConclude, doubled: true };
  const issuedAt = isOfToday ? Math.min(Math.max(clockTime, proof.leasedAt), now) : clockTime;
  const ticket: TicketRecord = {
    ...NO_VISITOR,
    id,
    locationId,
    serviceId,
    dstServiceId: serviceId,
    dstDeskId: '',
    dstUserId: '',
    deviceId,
    number,
    label: ticketLabel(given.tag, number, given.numberWidth),
    state: isOfToday ? TICKET_STATE.waiting : TICKET_STATE.ended,
    transferred: false,
    flags: FLAG.offline | (given.priority ? FLAG.priority : 0),
    lang: given.lang,
    appId: '',
    scheduledAt: null,
    issuedAt,
    waitingSince: issuedAt,
  };
  yield* join(unit, ticket, { ...place, queue, waits: isOfToday });
  yield* rows.countTaken(locationId, proof);
  return { id, errno: 0, doubled: place.round <= DOUBLED_ROUND };
}

/** The lease that this database issued to the kiosk's file for this number and day. */
function* issuedLease(
  { rows }: Unit,
  { locationId, holder, dayBegan }: HandOverInput,
  { serviceId, number, issuedAt }: OfflineTicket,
  { generation }: StoredQueue,
): Effects<NumberLease | null> {
  const until = issuedAt;
  const found = yield* rows.leaseOfNumber(locationId, { serviceId, holder, number, until });
  // The current day can be longer than a lease after a clock correction.
  const isRunning = found?.generation === generation;
  const before = found !== null && (isRunning || issuedAt - found.leasedAt < LEASE_ENDS_MS) ? found : null;
  if (before !== null && (issuedAt < dayBegan || before.leasedAt >= dayBegan)) return before;
  // After a clock was set back, the issue time can be before the lease of today's numbers.
  const later = yield* rows.leaseOfNumber(locationId, { serviceId, holder, number, until: until + CLOCK_BACK_MS });
  return later !== null && later.leasedAt >= dayBegan ? later : before;
}

/**
 * Reconstructs a lease that was lost in a restore, from the ticket. Conditions: the kiosk can hold the number, and the
 * ticket was issued between the backup and a day after the restore. Tickets per service and day are limited to the
 * kiosk's count of numbers.
 */
function* restoredLease(
  { rows }: Unit,
  { locationId, deviceId, holder, dayBegan, restored }: HandOverInput,
  { serviceId, number, issuedAt, firstNumber, maxNumber, count, dayBegan: itsDay }: OfflineTicket,
  queue: StoredQueue,
): Effects<NumberLease | null> {
  if (restored === null) return null;
  const isOfThen = issuedAt >= restored.asOf - CLOCK_BACK_MS && issuedAt < restored.at + LEASE_ENDS_MS;
  const span = spanAround({ first: firstNumber, max: maxNumber }, number, count);
  if (!isOfThen || span === null) return null;
  const isOfToday = issuedAt >= dayBegan;
  const generation = isOfToday ? queue.generation : -Math.floor(itsDay / DAY_MS);
  const ofDay = (yield* rows.leasesOf(locationId, serviceId, generation)).filter(isRestored);
  const own = ofDay.filter((each) => each.deviceId === deviceId);
  if (own.reduce((sum, { taken }) => sum + taken, 0) >= count) return null;
  const known = own.find((each) => each.holder === holder && each.first === span.first);
  if (known !== undefined) return known;
  const slot = ofDay.reduce((lowest, each) => Math.min(lowest, each.slot), 0) - 1;
  const round = isOfToday ? queue.round : Math.max(1, queue.round - 1);
  const leasedAt = Math.min(itsDay, issuedAt);
  const lease: NumberLease = { serviceId, slot, holder, deviceId, generation, round, leasedAt, taken: 0, ...span };
  yield* rows.putLease(locationId, lease);
  // Reserve these numbers for the rest of the day.
  if (isOfToday) {
    const kept = leasedSpan(queue) ?? span;
    yield* rows.keepLeased(serviceId, {
      first: Math.min(kept.first, span.first),
      last: Math.max(kept.last, span.last),
    });
  }
  return lease;
}

interface Standing {
  readonly queue: StoredQueue;
  readonly waits: boolean;
}

/** Round for the ticket's number; null if the number exists in all possible rounds. */
function* placeOf(
  { rows }: Unit,
  locationId: string,
  { serviceId, number }: OfflineTicket,
  { queue, lease, waits }: Standing & { readonly lease: NumberLease | null },
): Effects<{ readonly round: number; readonly generation: number } | null> {
  const generation = waits ? queue.generation : (lease?.generation ?? Math.max(0, queue.generation - 1));
  if (lease === null && waits) {
    // A new day began since, by a change of the reset time: reserve the number for the rest of the day.
    const kept = leasedSpan(queue) ?? { first: number, last: number };
    yield* rows.keepLeased(serviceId, {
      first: Math.min(kept.first, number),
      last: Math.max(kept.last, number),
    });
  }
  const round = lease?.round ?? (waits ? queue.round : Math.max(1, queue.round - 1));
  if (!(yield* rows.isGiven(locationId, serviceId, round, number))) return { round, generation };
  for (let each = DOUBLED_ROUND; each > DOUBLED_ROUND - MAX_DOUBLED; each -= 1) {
    if (!(yield* rows.isGiven(locationId, serviceId, each, number))) return { round: each, generation };
  }
  return null;
}

function* join(
  { rows, emit }: Unit,
  ticket: TicketRecord,
  { round, generation, queue, waits }: Standing & { readonly round: number; readonly generation: number },
): Effects<void> {
  const ticketClass = classOf(ticket);
  const { locationId, serviceId, id: ticketId } = ticket;
  const places = queue.waiting + 1;
  yield* rows.putTicket(ticket, { round, places, generation, lane: laneOf(ticket), class: ticketClass });
  if (waits) yield* rows.addWaiting(serviceId, 1, ticketClass);
  emit({ type: 'ticket.created', locationId, serviceId, ticketId, deskId: '', ticket });
  if (!waits) emit({ type: 'ticket.ended', locationId, serviceId, ticketId, deskId: '', ticket });
}
