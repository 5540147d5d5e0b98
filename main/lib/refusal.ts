/** Reasons of refused requests, by errno or by a code of the error catalogue. */
import { type ErrorCode, errorEntry } from './error-catalogue.ts';
import { ERRNO, type Errno, fail, type NamedFailure } from './result.ts';

/** Errno of a refusal, with its code if more specific. */
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

interface RefusalDetails extends Omit<Refusal, 'errno' | 'code' | 'error' | 'parameter'> {
  readonly parameter?: string;
  /** Values for `{name}` in the sentence of the code. */
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Creates a refusal by its code in the error catalogue. */
export function codedRefusal(code: ErrorCode, { values, parameter, ...details }: RefusalDetails = {}): Refusal {
  const { errno, sentence } = errorEntry(code);
  const explained = { code, ...details, ...(values === undefined ? {} : { error: filled(sentence, values) }) };
  if (errno === ERRNO.notFound) return { errno, parameter: parameter ?? '', ...explained };
  return { errno, ...explained, ...(parameter === undefined ? {} : { parameter }) };
}

export function refuseAs(code: ErrorCode, details?: RefusalDetails): { readonly ok: false; readonly error: Refusal } {
  return fail(codedRefusal(code, details));
}

function filled(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
