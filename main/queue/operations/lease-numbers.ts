/** Operation: lease numbers to a kiosk for offline mode. */

import type { Effects } from '../../database/effect.ts';
import { refuseAs } from '../../lib/refusal.ts';
import { ok } from '../../lib/result.ts';
import type { Unit } from '../../store/contract/operation-context.ts';
import { operation } from '../../store/contract/scope.ts';
import type { AtLocation } from '../contract/request.ts';
import type { NumberSpan } from '../rules/numbering.ts';
import { isRestored, MAX_SLOTS, meets, offlineSpan } from '../rules/offline-ranges.ts';
import { leasedSpan } from './parts/service-queue.ts';
import type { LeaseSlot, NumberLease } from './rows/leases.ts';
import type { StoredQueue } from './rows/queues.ts';

/** Offline numbers that a kiosk requests. */
export interface LeaseNumbersInput extends AtLocation {
  readonly deviceId: string;
  /** See `LeaseSlot`. */
  readonly holder: string;
  readonly turn: number;
  readonly request: string;
  /** The kiosk's former slot; null at first. */
  readonly slot: number | null;
  readonly services: readonly {
    readonly serviceId: string;
    readonly firstNumber: number;
    readonly maxNumber: number;
    /** Wanted count of numbers. */
    readonly count: number;
  }[];
}

export interface LeasedNumbers {
  readonly slot: number;
  readonly turn: number;
  /** Leased numbers, the same all day. Absent for services whose numbers would overlap with other leases of today. */
  readonly leases: readonly {
    readonly serviceId: string;
    readonly first: number;
    readonly last: number;
    readonly leasedAt: number;
  }[];
}

/** How long a slot stays assigned to an unused file; longer than the age of any restored backup. */
const SLOT_KEPT_MS = 7 * 86_400_000;
/** A lost or restored file needs another slot for the rest of the day; more than three per week are no accident. */
const MAX_SLOTS_OF_DEVICE = 4;
/** How long a lease is kept: until then its tickets can be synced. */
const LEASE_KEPT_MS = 8 * 86_400_000;

/**
 * Leases a kiosk its offline numbers of the day, the same for each request of the day. File and database both count the
 * requests. A file with a lower count was restored from a backup, and does not know which numbers it issued. A file
 * with a higher count shows that the database was restored; then the slot in the file is trusted.
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
 * The requested slot, unless another file has it; else the first free slot. A device with too many files reuses its own
 * oldest slot without the numbers leased today. So it never takes slots from other kiosks.
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
    // The clock was set back since: tickets of the kiosk must not have future times.
    const dated: NumberLease = { ...known, leasedAt: now };
    yield* rows.dateLease(locationId, dated);
    return dated;
  }
  const span = offlineSpan({ first: firstNumber, max: maxNumber }, slot, count);
  // The same lease, lost in a restore and reconstructed from a ticket.
  const shown = today.find((each) => isRestored(each) && each.holder === holder && each.first === span?.first);
  if (shown !== undefined) {
    const again: NumberLease = { ...shown, slot };
    yield* rows.putLease(locationId, again);
    return again;
  }
  // After a change of the service's numbers, leases resume the next day.
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

/** Numbers only increase within a round. */
function isGiven({ lastNumber }: StoredQueue, { first }: NumberSpan): boolean {
  return lastNumber !== null && first <= lastNumber;
}
