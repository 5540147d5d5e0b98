/**
 * The PostgreSQL schema that each released version knows, oldest first. Servers of each may work beside the program of today.
 *
 * At a release add its line; leave out those below the minimum of a migration that takes something away. The first is the
 * baseline.
 */
export const RELEASED_SCHEMAS: readonly { readonly version: string; readonly schema: number }[] = [
  { version: '1.0.0', schema: 29 },
];
