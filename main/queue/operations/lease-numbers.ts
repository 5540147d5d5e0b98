/** Operation: lease numbers to a kiosk for offline mode. */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/coded-refusal.ts';
import { ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AtLocation } from '../contract/request.ts';
import type { NumberSpan } from '../rules/numbering.ts';
import { isRestored, MAX_SLOTS, meets, offlineSpan } from '../rules/offline-ranges.ts';
import { leasedSpan } from './parts/service-queue.ts';
import type { LeaseSlot, NumberLease } from './rows/leases.ts';
import type { StoredQueue } from './rows/queues.ts';

/** What a kiosk wants to be able to give while its server is unavailable. */
export interface LeaseNumbersInput extends AtLocation {
  readonly deviceId: string;
  /** See `LeaseSlot`. */
  readonly holder: string;
  readonly turn: number;
  readonly request: string;
  /** The slot that it has had; null at first. */
  readonly slot: number | null;
  readonly services: readonly {
    readonly serviceId: string;
    readonly firstNumber: number;
    readonly maxNumber: number;
    /** How many it is to hold. */
    readonly count: number;
  }[];
}

export interface LeasedNumbers {
  readonly slot: number;
  readonly turn: number;
  /** The same all day; none of a service whose numbers would meet others of today. */
  readonly leases: readonly {
    readonly serviceId: string;
    readonly first: number;
    readonly last: number;
    readonly leasedAt: number;
  }[];
}

/** So long a slot stays with a file that does not come any more; longer than any backup is put back after. */
const SLOT_KEPT_MS = 7 * 86_400_000;
/** A file that is lost or put back needs another slot for the rest of the day; more than three a week are no accident. */
const MAX_SLOTS_OF_DEVICE = 4;
/** Until then tickets of it may still be handed over. */
const LEASE_KEPT_MS = 8 * 86_400_000;

/**
 * Lends a kiosk numbers for the day, the same at each request of the day. Its file counts the requests as this side does:
 * one that is behind has been put back, and may not know what it has given. One that is ahead shows that this database
 * has been put back; then what the file says of its slot is believed.
 */
export const leaseNumbers = operation<LeaseNumbersInput, LeasedNumbers>({
  scope: 'location',
  startsDay: true,
  prefetch: [],
  *run(unit, input) {
    const { rows, now } = unit;
    const { locationId } = input;
    const slots = yield* rows.leaseSlots(locationId);
    const mine = slots.find(({ holder, deviceId }) => holder === input.holder && deviceId === input.deviceId);
    const isRepeated = mine !== undefined && mine.request === input.request;
    if (mine !== undefined && !isRepeated && input.turn < mine.turn) {
      return refuseAs('lease_outdated');
    }
    const slot = mine?.slot ?? newSlot(slots, input, now);
    if (slot === null) return refuseAs('too_many_kiosks');
    const turn = isRepeated ? mine.turn : input.turn + 1;
    const { deviceId, holder, request } = input;
    yield* rows.putLeaseSlot(locationId, { slot, deviceId, holder, turn, request, renewedAt: now });
    yield* rows.dropLeases(locationId, now - LEASE_KEPT_MS);
    const leases: LeasedNumbers['leases'][number][] = [];
    for (const wanted of input.services) {
      const lent = yield* lease(unit, { locationId, slot, holder, deviceId }, wanted);
      if (lent !== null) {
        const { serviceId, first, last, leasedAt } = lent;
        leases.push({ serviceId, first, last, leasedAt });
      }
    }
    return ok({ slot, turn, leases });
  },
});

/**
 * The slot that it says it has had, unless another has it now; else the first free one. A device with several files takes its own
 * oldest slot instead of another one, and gets no numbers in it that were leased today: no other kiosk ever runs short by it.
 */
function newSlot(
  slots: readonly LeaseSlot[],
  { deviceId, slot: wanted }: Pick<LeaseNumbersInput, 'deviceId' | 'slot'>,
  now: number,
): number | null {
  const taken = slots.filter(({ renewedAt }) => renewedAt > now - SLOT_KEPT_MS);
  const own = taken.filter((each) => each.deviceId === deviceId).toSorted((a, b) => a.renewedAt - b.renewedAt);
  if (own.length >= MAX_SLOTS_OF_DEVICE) return own[0]?.slot ?? null;
  const numbers = new Set(taken.map(({ slot }) => slot));
  if (wanted !== null && wanted < MAX_SLOTS && !numbers.has(wanted)) return wanted;
  for (let slot = 0; slot < MAX_SLOTS; slot += 1) if (!numbers.has(slot)) return slot;
  return own[0]?.slot ?? null;
}

interface Kiosk {
  readonly locationId: string;
  readonly slot: number;
  readonly holder: string;
  readonly deviceId: string;
}

function* lease(
  { rows, now }: Unit,
  { locationId, slot, holder, deviceId }: Kiosk,
  { serviceId, firstNumber, maxNumber, count }: LeaseNumbersInput['services'][number],
): Effects<NumberLease | null> {
  const queue = yield* rows.ensureQueue(serviceId, locationId);
  const { generation, round } = queue;
  const today = yield* rows.leasesOf(locationId, serviceId, generation);
  const known = today.find((each) => each.slot === slot);
  if (known !== undefined) {
    if (known.holder !== holder) return null;
    if (known.leasedAt <= now) return known;
    // The clock was set back since. No ticket of the kiosk is to say a time that is still to come.
    const dated: NumberLease = { ...known, leasedAt: now };
    yield* rows.dateLease(locationId, dated);
    return dated;
  }
  const span = offlineSpan({ first: firstNumber, max: maxNumber }, slot, count);
  // The same lease, which a restored database had lost and a ticket of it has shown.
  const shown = today.find((each) => isRestored(each) && each.holder === holder && each.first === span?.first);
  if (shown !== undefined) {
    const again: NumberLease = { ...shown, slot };
    yield* rows.putLease(locationId, again);
    return again;
  }
  // Whoever has changed the numbers of a service meanwhile gets leases again tomorrow.
  if (span === null || isGiven(queue, span) || today.some((each) => meets(each, span))) return null;
  const lent: NumberLease = { serviceId, slot, holder, deviceId, generation, round, leasedAt: now, taken: 0, ...span };
  yield* rows.putLease(locationId, lent);
  const kept = leasedSpan(queue);
  yield* rows.keepLeased(serviceId, {
    first: Math.min(span.first, kept?.first ?? span.first),
    last: Math.max(span.last, kept?.last ?? span.last),
  });
  return lent;
}

/** Numbers of a round only grow. */
function isGiven({ lastNumber }: StoredQueue, { first }: NumberSpan): boolean {
  return lastNumber !== null && first <= lastNumber;
}
