import { ERRNO } from '../../contract/errno.ts';
import { FLAG, TICKET_STATE, type TicketRecord } from '../../contract/queue.ts';
import { ok, type Result } from '../../contract/result.ts';
import { canBeLent } from '../../core/offline-numbers.ts';
import { classOf } from '../../core/ticket-class.ts';
import { ticketLabel } from '../../core/ticket-label.ts';
import type { HandedOver, HandOverInput, OfflineTicket, QueueFault } from '../queue.ts';
import type { NumberLease, StoredQueue } from '../rows.ts';
import { laneOf } from '../rules/lanes.ts';
import { leasedSpan } from '../rules/service-queue.ts';
import type { Steps } from '../step.ts';
import type { Unit } from '../unit.ts';

/** The first round of a service is 1: from here down stands what should not be, numbers that two visitors hold. */
const DOUBLED_ROUND = 0;
/** So often a number may have come twice in all that is kept of days. */
const MOST_DOUBLED = 100;

/** Each visitor holds paper already: no cap, no hours and no switch keep a ticket out. */
export function* handOverTickets(
  unit: Unit,
  input: HandOverInput,
): Steps<Result<{ readonly tickets: readonly HandedOver[] }, QueueFault>> {
  const tickets: HandedOver[] = [];
  for (const ticket of input.tickets) tickets.push(yield* handOver(unit, input, ticket));
  return ok({ tickets });
}

function* handOver(unit: Unit, input: HandOverInput, given: OfflineTicket): Steps<HandedOver> {
  const { rows, now } = unit;
  const { id, serviceId, number } = given;
  const { locationId, deviceId, holder } = input;
  const known = yield* rows.ticket(id);
  if (known !== null) {
    const isSame = known.ticket.serviceId === serviceId && known.ticket.number === number;
    return { id, errno: isSame ? 0 : ERRNO.idempotencyConflict, doubled: false };
  }
  // A clock that ran ahead does not put anybody behind those who come later.
  const issuedAt = Math.min(given.issuedAt, now);
  const lent = yield* rows.leaseOfNumber(locationId, { serviceId, holder, number, until: given.issuedAt });
  if (lent === null && !canBeLent({ first: given.firstNumber, max: given.maxNumber }, number)) {
    return { id, errno: ERRNO.invalidParameters, doubled: false };
  }
  const queue = yield* rows.ensureQueue(serviceId, locationId);
  const isOfToday = issuedAt >= input.dayBegan;
  // A clock that was set back since shows less than when today's numbers were lent.
  const lease =
    isOfToday && lent?.generation !== queue.generation ? yield* leaseOfToday(unit, input, given, queue) : lent;
  const waits = lease === null ? isOfToday : lease.generation === queue.generation;
  const place = yield* placeOf(unit, locationId, given, { queue, lease, waits });
  if (place === null) return { id, errno: ERRNO.cannotConclude, doubled: true };
  const ticket: TicketRecord = {
    id,
    locationId,
    serviceId,
    dstServiceId: serviceId,
    dstDeskId: '',
    dstUserId: '',
    deviceId,
    number,
    label: ticketLabel(given.tag, number, given.numberWidth),
    state: waits ? TICKET_STATE.waiting : TICKET_STATE.ended,
    transferred: false,
    flags: FLAG.offline | (given.priority ? FLAG.priority : 0),
    note: '',
    lang: given.lang,
    customField: '',
    clientName: '',
    appId: '',
    appDisplayName: '',
    scheduledAt: null,
    issuedAt,
    waitingSince: issuedAt,
  };
  yield* join(unit, ticket, { ...place, queue, waits });
  return { id, errno: 0, doubled: place.round <= DOUBLED_ROUND };
}

function* leaseOfToday(
  { rows }: Unit,
  { locationId, holder }: HandOverInput,
  { serviceId, number }: OfflineTicket,
  { generation }: StoredQueue,
): Steps<NumberLease | null> {
  const leases = yield* rows.leasesOf(locationId, serviceId, generation);
  return leases.find((each) => each.holder === holder && each.first <= number && number <= each.last) ?? null;
}

interface Standing {
  readonly queue: StoredQueue;
  readonly waits: boolean;
}

/** In which round its number stands; null when there is none left in which it could. */
function* placeOf(
  { rows }: Unit,
  locationId: string,
  { serviceId, number }: OfflineTicket,
  { queue, lease, waits }: Standing & { readonly lease: NumberLease | null },
): Steps<{ readonly round: number; readonly generation: number } | null> {
  const generation = waits ? queue.generation : (lease?.generation ?? Math.max(0, queue.generation - 1));
  if (lease === null && waits) {
    // This database has been put back, and knows nothing of the lease: nobody else is to get the number today.
    const kept = leasedSpan(queue) ?? { first: number, last: number };
    yield* rows.keepLeased(serviceId, {
      first: Math.min(kept.first, number),
      last: Math.max(kept.last, number),
    });
  }
  const round = lease?.round ?? (waits ? queue.round : Math.max(1, queue.round - 1));
  if (!(yield* rows.isGiven(locationId, serviceId, round, number))) return { round, generation };
  for (let each = DOUBLED_ROUND; each > DOUBLED_ROUND - MOST_DOUBLED; each -= 1) {
    if (!(yield* rows.isGiven(locationId, serviceId, each, number))) return { round: each, generation };
  }
  return null;
}

function* join(
  { rows, emit }: Unit,
  ticket: TicketRecord,
  { round, generation, queue, waits }: Standing & { readonly round: number; readonly generation: number },
): Steps<void> {
  const ticketClass = classOf(ticket);
  const { locationId, serviceId, id: ticketId } = ticket;
  const places = queue.waiting + 1;
  yield* rows.putTicket(ticket, { round, places, generation, lane: laneOf(ticket), class: ticketClass });
  if (waits) yield* rows.addWaiting(serviceId, 1, ticketClass);
  emit({ type: 'ticket.created', locationId, serviceId, ticketId, deskId: '', ticket });
  if (!waits) emit({ type: 'ticket.ended', locationId, serviceId, ticketId, deskId: '', ticket });
}
