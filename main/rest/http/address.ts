/** The address of a request: what routes and parameters make of it. */
import { parseFields, type RawParameters } from '../parameters/query.ts';

/** Longest address, in characters. */
export const MAX_ADDRESS = 8 * 1024;

/** Stands in the place of a query that cannot be read; never a name that a caller can send. */
const QUERY_FAULT = Symbol('query fault');

/** For fastify's router. A query that cannot be read is empty, but for its fault. */
export function readQuery(source: string): RawParameters {
  // The address is refused for its length in a moment.
  if (source.length > MAX_ADDRESS) return {};
  const fields = parseFields(source);
  return fields.ok ? fields.value : { [QUERY_FAULT]: fields.error };
}

/** @param query as `readQuery` gave it. */
export function queryFault(query: unknown): string | undefined {
  return (query as { readonly [QUERY_FAULT]?: string })[QUERY_FAULT];
}

/** `/restapi/locations/` is the same address as without its last slash. Pages below other addresses keep theirs. */
export function withoutLastSlash(address: string): string {
  if (!address.startsWith('/restapi/')) return address;
  const end = address.indexOf('?');
  let last = end < 0 ? address.length : end;
  const query = address.slice(last);
  // Not by a pattern: one that looks for the slashes at the end tries it from each slash before them.
  while (address[last - 1] === '/') last -= 1;
  return address.slice(0, last) + query;
}
