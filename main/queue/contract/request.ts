/**
 * Common fields of operation inputs.
 *
 * Where they work, how they are repeated, why they did nothing.
 */
import type { CodedFailure } from '../../lib/refusal.ts';

/** Why an operation of the queue did nothing; without personal data. */
export type QueueFault = CodedFailure;

/** Nothing is asked for in particular. */
export type NoInput = Readonly<Record<string, never>>;

/** The location an operation works at, with the name of its business day (see `dayKey`). */
export interface AtLocation {
  readonly locationId: string;
  readonly day: string;
}

/**
 * A request that may come twice: the same key with the same fingerprint gives the first good outcome again. A fault is
 * not kept: it changed nothing, and may be gone when the request comes again.
 */
export interface Idempotency {
  /** With its owner: the same key of another owner is another one. */
  readonly key: string;
  /** Hash of operation and parameters. */
  readonly fingerprint: string;
}
