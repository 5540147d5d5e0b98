/**
 * Permissions of a user.
 *
 * The user's roles, and those of their permission set.
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

/** Whether the user looks after the whole house. One who works at some locations only never does. */
export function isAdministrator(user: Pick<User, 'roles' | 'role_set' | 'locations'>, sets: Sets): boolean {
  return user.locations.length === 0 && rolesOf(user, sets).includes('admin_site');
}
