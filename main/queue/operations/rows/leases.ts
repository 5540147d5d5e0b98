/** Row functions of number leases. */
import type { Effect } from '../../../database/effect.ts';
import type { NumberSpan } from '../../rules/numbering.ts';

/** A place for a kiosk among the numbers of a location, see `queue/rules/offline-ranges.ts`. */
export interface LeaseSlot {
  readonly slot: number;
  readonly deviceId: string;
  /** Name of the file on the kiosk's disk that knows which numbers are used. */
  readonly holder: string;
  /** How often it has come; a file that is behind has been put back. */
  readonly turn: number;
  /** The last request, so that one that comes twice is answered twice. */
  readonly request: string;
  readonly renewedAt: number;
}

/** Numbers of a service that a kiosk may give on one business day. */
export interface NumberLease extends NumberSpan {
  readonly serviceId: string;
  readonly slot: number;
  readonly holder: string;
  readonly generation: number;
  readonly round: number;
  readonly leasedAt: number;
  /** The kiosk to which the numbers were leased; empty in leases of earlier programs. */
  readonly deviceId: string;
  /** Tickets of it that were taken in: at most as many as it has numbers. */
  readonly taken: number;
}

export interface LeaseRows {
  leaseSlots(locationId: string): Effect<readonly LeaseSlot[]>;
  putLeaseSlot(locationId: string, slot: LeaseSlot): Effect<void>;
  /** Of one service on one business day. */
  leasesOf(locationId: string, serviceId: string, generation: number): Effect<readonly NumberLease[]>;
  putLease(locationId: string, lease: NumberLease): Effect<void>;
  /** Sets when that lease was issued to its `leasedAt`. */
  dateLease(locationId: string, lease: NumberLease): Effect<void>;
  /** Counts one more ticket of that lease. */
  countTaken(locationId: string, lease: NumberLease): Effect<void>;
  /** The newest issued lease of that holder in which the number is, leased at that instant or before; null when there is none. */
  leaseOfNumber(
    locationId: string,
    of: { readonly serviceId: string; readonly holder: string; readonly number: number; readonly until: number },
  ): Effect<NumberLease | null>;
  /** Those of earlier days that were leased before that instant. */
  dropLeases(locationId: string, before: number): Effect<void>;
  /** Whether the number was given in that round. */
  isGiven(locationId: string, serviceId: string, round: number, number: number): Effect<boolean>;
}
