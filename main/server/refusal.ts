import type { Errno } from '../contract/errno.ts';
import { fail } from '../contract/result.ts';

/** Why a request is not done. Becomes the failure answer. */
export interface Refusal {
  readonly errno: Errno;
  /** HTTP status, where the errno has more than one. */
  readonly status?: number;
  /** For people, instead of the errno's own sentence. Holds nothing that the caller sent. */
  readonly error?: string;
  /** The parameter that errno 5 is about. */
  readonly parameter?: string;
  /** All that is wrong with a document, each with its path. */
  readonly faults?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** Id of the user or device that was refused, as far as it is known. For the log: it is never sent. */
  readonly by?: string;
}

export function refuse(errno: Errno, parameter?: string): { readonly ok: false; readonly error: Refusal } {
  return fail(parameter === undefined ? { errno } : { errno, parameter });
}
