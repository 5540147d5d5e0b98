import { parse } from 'qs';
import { fail, ok, type Result } from '../../contract/result.ts';

/** Parameters before anyone knows what they should be. Without a prototype, so that no name is special. */
export type RawParameters = Readonly<Record<string, unknown>>;

const NOTHING: RawParameters = Object.freeze(Object.create(null));

/** Fields of one query or form; more are refused, never cut off. */
const MAX_FIELDS = 2000;
/** Brackets within brackets: the interface needs two levels. */
const MAX_DEPTH = 20;

/** Percent-encoding that is broken, or not UTF-8, is a fault: what was meant cannot be known. */
function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** `qs` would drop a field of this name as if nobody had sent it. With a space it is one more name that nothing has. */
function decodeName(text: string): string {
  return decode(text).replace(/^__proto__(?=$|\[)/, '__proto__ ');
}

/** Reads `a=1&filter[ids][]=x`, as in addresses and forms. The error says what is wrong with it. */
export function parseFields(source: string): Result<RawParameters, string> {
  if (source === '') return ok(NOTHING);
  try {
    const fields = parse(source, {
      decoder: (text, _decode, _charset, kind) => (kind === 'key' ? decodeName(text) : decode(text)),
      plainObjects: true,
      depth: MAX_DEPTH,
      strictDepth: true,
      parameterLimit: MAX_FIELDS,
      arrayLimit: MAX_FIELDS,
      throwOnLimitExceeded: true,
    });
    return ok(fields);
  } catch (error) {
    return fail(error instanceof URIError ? 'The percent-encoding is broken.' : 'Too many fields, or nested too deep.');
  }
}
