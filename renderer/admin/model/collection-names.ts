import type { CollectionName } from '../../../main/site/contract/site.ts';

/** Collections in navigation order. */
export const COLLECTION_NAMES = [
  'locations',
  'service_groups',
  'services',
  'server_services',
  'desks',
  'users',
  'devices',
  'forms',
  'question_answer_types',
  'appointments',
  'webhooks',
  'report_keys',
  'role_sets',
] as const satisfies readonly CollectionName[];

export function isCollection(name: string | undefined): name is CollectionName {
  return COLLECTION_NAMES.some((each) => each === name);
}
