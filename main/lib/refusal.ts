import type { ERRNO, Errno, NamedFailure } from './errno.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { fail } from './result.ts';

/** Errno of a refusal, with its code if more specific (`coded-refusal.ts`). */
export type CodedFailure = NamedFailure & Explanation;

/**
 * Code and sentence of a refusal. `error` replaces the sentence of the code, and never repeats the request's content. A
 * special sentence needs a special code, except for parameters.
 */
type Explanation =
  | { readonly code?: ErrorCode; readonly error?: never }
  | { readonly code: ErrorCode; readonly error?: string }
  | { readonly errno: typeof ERRNO.invalidParameters; readonly code?: ErrorCode; readonly error?: string };

/** Reason of a refused request, which becomes the failure response. */
export type Refusal = CodedFailure & {
  /** All faults of a document, each with its path. */
  readonly faults?: readonly string[];
  readonly retryAfterSeconds?: number;
  /** Id of the refused user or device, if known. For the log only. */
  readonly by?: string;
};

type Refused = { readonly ok: false; readonly error: Refusal };

export function refuse(errno: typeof ERRNO.notFound, parameter: string): Refused;
export function refuse(errno: Exclude<Errno, typeof ERRNO.notFound>, parameter?: string): Refused;
export function refuse(errno: Errno, parameter?: string): Refused {
  // By the overloads above, an unknown id always has its parameter.
  return fail((parameter === undefined ? { errno } : { errno, parameter }) as Refusal);
}
