/**
 * Interface to the print queue of an operating system.
 *
 * It accepts and forwards whole jobs. It may report the queue's state, but never paper output.
 */

import type { Result } from '../../lib/result.ts';
import type { PrintFaultReason } from '../contract/printing.ts';

/** A fault that stops the queue, as reported by the spooler. */
export interface SpoolFault {
  readonly reason: PrintFaultReason;
  readonly detail: string;
  /** Reported during an earlier job, and no job is active: it may have ended. */
  readonly isOld?: true;
}

export interface QueueState {
  /** Null while the queue forwards jobs. */
  readonly fault: SpoolFault | null;
  readonly isPaperLow: boolean;
  /** Age of the oldest job in the queue in seconds, including jobs of other programs; 0 for an empty queue. */
  readonly oldestJobS: number;
}

/** `waiting`: not forwarded. `gone`: forwarded, or removed from a queue without history. */
export type SpoolJobState = 'waiting' | 'printing' | 'done' | 'gone' | 'failed';

export type Submitted =
  | { readonly kind: 'queued'; readonly job: string }
  /** The spooler rejected the job. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No response: the spooler may have accepted the job. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Every call ends within its own deadline and never rejects. */
export interface Spooler {
  /** Kind and queue, for the log and for confirmations by staff. */
  readonly name: string;
  look(): Promise<Result<QueueState, string>>;
  submit(bytes: Uint8Array): Promise<Submitted>;
  job(id: string): Promise<Result<SpoolJobState, string>>;
  /** Cancels a job. True: the spooler reports that no part was forwarded. */
  cancel(id: string): Promise<boolean>;
}

/** Visible to everyone who can list the queue: names no visitor and no service. */
export const JOB_TITLE = 'queue ticket';
