/** Collections that bulk edit supports. */
import type { SetupCollection } from './site.ts';

/** Several of these may get the same wish. */
export const BULK_COLLECTIONS = [
  'locations',
  'services',
  'desks',
  'users',
  'devices',
] as const satisfies readonly SetupCollection[];
export type BulkCollection = (typeof BULK_COLLECTIONS)[number];

/** These can come as a table. */
export const TABLE_COLLECTIONS = ['users', 'services', 'desks'] as const satisfies readonly SetupCollection[];
export type TableCollection = (typeof TABLE_COLLECTIONS)[number];

/** These have an order in their location. */
export const ORDERED_COLLECTIONS = ['services', 'service_groups'] as const satisfies readonly SetupCollection[];
export type OrderedCollection = (typeof ORDERED_COLLECTIONS)[number];

/** What is at a location comes and goes with its model; a location begins and ends to follow one. */
export const FOLLOWED_COLLECTIONS = [
  'locations',
  'service_groups',
  'services',
  'desks',
  'devices',
] as const satisfies readonly SetupCollection[];
