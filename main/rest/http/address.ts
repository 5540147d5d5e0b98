/** URL of a request, as routes and parameters use it. */
import { parseFields, type RawParameters } from '../parameters/query.ts';

/** Maximum length of a URL, in characters. */
export const MAX_ADDRESS = 8 * 1024;

/** Key for the fault of an unreadable query; no caller can send this name. */
const QUERY_FAULT = Symbol('query fault');

/** Query parser for fastify's router. An unreadable query is empty except for its fault. */
export function readQuery(source: string): RawParameters {
  // The URL will be rejected for its length.
  if (source.length > MAX_ADDRESS) return {};
  const fields = parseFields(source);
  return fields.ok ? fields.value : { [QUERY_FAULT]: fields.error };
}

/** @param query result of `readQuery` */
export function queryFault(query: unknown): string | undefined {
  return (query as { readonly [QUERY_FAULT]?: string })[QUERY_FAULT];
}

/** Ignores a trailing slash: `/restapi/locations/` equals `/restapi/locations`. Page paths keep theirs. */
export function withoutLastSlash(address: string): string {
  if (!address.startsWith('/restapi/')) return address;
  const end = address.indexOf('?');
  let last = end < 0 ? address.length : end;
  const query = address.slice(last);
  // No regular expression: one for trailing slashes would be quadratic.
  while (address[last - 1] === '/') last -= 1;
  return address.slice(0, last) + query;
}
