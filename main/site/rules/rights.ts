/**
 * Permissions of a user: own roles, and those of the permission set.
 */
import type { SiteSetup, User } from '../contract/site.ts';
import { itemsOf } from './site-items.ts';

type Sets = Pick<SiteSetup, 'role_sets'>;

export function rolesOf(
  { roles, role_set: id }: Pick<User, 'roles' | 'role_set'>,
  { role_sets }: Sets,
): readonly string[] {
  const set = id === '' ? undefined : itemsOf('role_sets', role_sets).byId(id);
  return set === undefined ? roles : [...new Set([...roles, ...set.roles])];
}

/** Whether the user administers the whole organisation. A user limited to some locations never does. */
export function isAdministrator(user: Pick<User, 'roles' | 'role_set' | 'locations'>, sets: Sets): boolean {
  return user.locations.length === 0 && rolesOf(user, sets).includes('admin_site');
}
