/**
 * The print queue of an operating system. It takes whole jobs and forwards them; it may know the queue's state, and never
 * whether paper came out.
 */

import type { Result } from '../../lib/result.ts';
import type { PrintFaultReason } from '../contract/printing.ts';

/** What stops the queue, as the spooler reports it. */
export interface SpoolFault {
  readonly reason: PrintFaultReason;
  readonly detail: string;
  /** Said in an earlier job, and nothing is on its way now: it may be over. */
  readonly isOld?: true;
}

export interface QueueState {
  /** Null while the queue forwards jobs. */
  readonly fault: SpoolFault | null;
  readonly isPaperLow: boolean;
  /** Age of the oldest job in the queue in seconds, jobs of other programs included; 0 when it is empty. */
  readonly oldestJobS: number;
}

/** `waiting`: nothing of it has left the queue. `gone`: forwarded, or removed from a queue that keeps no history. */
export type SpoolJobState = 'waiting' | 'printing' | 'done' | 'gone' | 'failed';

export type Submitted =
  | { readonly kind: 'queued'; readonly job: string }
  /** The spooler has not taken it. */
  | { readonly kind: 'refused'; readonly detail: string }
  /** No answer: the spooler may have it. */
  | { readonly kind: 'unknown'; readonly detail: string };

/** Every call ends within its own deadline and never rejects. */
export interface Spooler {
  /** For the log and for what staff confirm: kind and queue. */
  readonly name: string;
  look(): Promise<Result<QueueState, string>>;
  submit(bytes: Uint8Array): Promise<Submitted>;
  job(id: string): Promise<Result<SpoolJobState, string>>;
  /** Removes a job. True: the spooler says that nothing of it was forwarded. */
  cancel(id: string): Promise<boolean>;
}

/** Shown to everyone who may list the queue: it names no visitor and no service. */
export const JOB_TITLE = 'queue ticket';
