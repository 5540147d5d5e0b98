import type { ERRNO, Errno, NamedFailure } from './errno.ts';
import { fail } from './result.ts';

/** Why a request is not done. Becomes the failure answer. */
export type Refusal = NamedFailure & {
  /** HTTP status, where the errno has more than one. */
  readonly status?: number;
  /** For people, instead of the errno's own sentence. Holds nothing that the caller sent. */
  readonly error?: string;
  /** All that is wrong with a document, each with its path. */
  readonly faults?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** Id of the user or device that was refused, as far as it is known. For the log: it is never sent. */
  readonly by?: string;
};

type Refused = { readonly ok: false; readonly error: Refusal };

export function refuse(errno: typeof ERRNO.notFound, parameter: string): Refused;
export function refuse(errno: Exclude<Errno, typeof ERRNO.notFound>, parameter?: string): Refused;
export function refuse(errno: Errno, parameter?: string): Refused {
  // By the signatures above an unknown id is never without its name.
  return fail((parameter === undefined ? { errno } : { errno, parameter }) as Refusal);
}
