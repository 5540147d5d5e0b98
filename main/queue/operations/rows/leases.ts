/** Row functions of number leases. */
import type { Effect } from '../../../database/effect.ts';
import type { NumberSpan } from '../../rules/numbering.ts';

/** Slot of a kiosk in the offline numbers of a location, see `queue/rules/offline-ranges.ts`. */
export interface LeaseSlot {
  readonly slot: number;
  readonly deviceId: string;
  /** Name of the file on the kiosk's disk that records the used numbers. */
  readonly holder: string;
  /** Number of requests; a file with a lower number was restored from a backup. */
  readonly turn: number;
  /** The last request; its repetition gets the same response. */
  readonly request: string;
  readonly renewedAt: number;
}

/** Numbers of a service that a kiosk can issue on one business day. */
export interface NumberLease extends NumberSpan {
  readonly serviceId: string;
  readonly slot: number;
  readonly holder: string;
  readonly generation: number;
  readonly round: number;
  readonly leasedAt: number;
  /** The kiosk that leased the numbers; empty in leases of earlier versions. */
  readonly deviceId: string;
  /** Number of synced tickets of the lease; its maximum is the count of its numbers. */
  readonly taken: number;
}

export interface LeaseRows {
  leaseSlots(locationId: string): Effect<readonly LeaseSlot[]>;
  putLeaseSlot(locationId: string, slot: LeaseSlot): Effect<void>;
  /** Leases of one service on one business day. */
  leasesOf(locationId: string, serviceId: string, generation: number): Effect<readonly NumberLease[]>;
  putLease(locationId: string, lease: NumberLease): Effect<void>;
  /** Updates the issue time of that lease to its `leasedAt`. */
  dateLease(locationId: string, lease: NumberLease): Effect<void>;
  /** Counts one more synced ticket of that lease. */
  countTaken(locationId: string, lease: NumberLease): Effect<void>;
  /**
   * The newest issued lease of that holder that contains the number, leased at or before that instant; null if there is
   * none.
   */
  leaseOfNumber(
    locationId: string,
    of: { readonly serviceId: string; readonly holder: string; readonly number: number; readonly until: number },
  ): Effect<NumberLease | null>;
  /** Deletes leases of earlier days that were issued before that instant. */
  dropLeases(locationId: string, before: number): Effect<void>;
  /** Whether a ticket of that round has the number. */
  isGiven(locationId: string, serviceId: string, round: number, number: number): Effect<boolean>;
}
