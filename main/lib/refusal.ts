import type { ERRNO, Errno, NamedFailure } from './errno.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { fail } from './result.ts';

/** Errno of a refusal, and its code where that is more exact (`coded-refusal.ts`). */
export type CodedFailure = NamedFailure & Explanation;

/**
 * Code and sentence of a refusal. `error` is for people, instead of the sentence of the code, and contains nothing that
 * the caller sent. Its own sentence needs its own code, except for parameters.
 */
type Explanation =
  | { readonly code?: ErrorCode; readonly error?: never }
  | { readonly code: ErrorCode; readonly error?: string }
  | { readonly errno: typeof ERRNO.invalidParameters; readonly code?: ErrorCode; readonly error?: string };

/** Why a request is not done. Becomes the failure response. */
export type Refusal = CodedFailure & {
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
