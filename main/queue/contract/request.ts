/**
 * Common fields of operation inputs: location, idempotency key, fault.
 */
import type { CodedFailure } from '../../lib/refusal.ts';

/** Why an operation changed nothing; contains no personal data. */
export type QueueFault = CodedFailure;

/** Input without parameters. */
export type NoInput = Readonly<Record<string, never>>;

/** The location of an operation, and the name of its business day (see `dayKey`). */
export interface AtLocation {
  readonly locationId: string;
  readonly day: string;
}

/**
 * Idempotency of a request. The same key with the same fingerprint returns the first successful outcome again. A fault
 * is not stored: it changed nothing, and the retry may succeed.
 */
export interface Idempotency {
  /** Includes the owner: equal keys of different owners are different keys. */
  readonly key: string;
  /** Hash of operation and parameters. */
  readonly fingerprint: string;
}
