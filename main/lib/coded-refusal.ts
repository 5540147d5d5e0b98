import { ERRNO } from './errno.ts';
import { type ErrorCode, errorEntry } from './error-catalogue.ts';
import type { Refusal } from './refusal.ts';
import { fail } from './result.ts';

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
