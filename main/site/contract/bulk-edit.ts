/** Collections that bulk edit supports. */
import type { SetupCollection } from './site.ts';

/** Collections whose items can get the same change. */
export const BULK_COLLECTIONS = [
  'locations',
  'services',
  'desks',
  'users',
  'devices',
] as const satisfies readonly SetupCollection[];
export type BulkCollection = (typeof BULK_COLLECTIONS)[number];

/** Collections with an order within a location. */
export const ORDERED_COLLECTIONS = ['services', 'service_groups'] as const satisfies readonly SetupCollection[];
export type OrderedCollection = (typeof ORDERED_COLLECTIONS)[number];

/** Collections whose items are inherited from a parent location; a location itself starts or stops inheriting. */
export const FOLLOWED_COLLECTIONS = [
  'locations',
  'service_groups',
  'services',
  'desks',
  'devices',
] as const satisfies readonly SetupCollection[];
