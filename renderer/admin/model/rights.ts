/**
 * Permissions of the current user in the back office.
 *
 * The server enforces them; the page only hides actions that it would refuse.
 */
import { rolesOfDevice } from '../../../main/devices/contract/device-roles.ts';
import type { Role } from '../../../main/site/contract/roles.ts';
import type { SiteFile } from '../../../main/site/contract/site.ts';
import type { Item, Part } from './item.ts';
import { itemsOf, listOf, textOf } from './item.ts';

/** The current user; `free` if no keys are required and everything is allowed. */
export type Whom = 'free' | { readonly roles: readonly string[]; readonly locations: readonly string[] };

export interface Rights {
  /** Whether the user may see the configuration. */
  readonly seesSite: boolean;
  /** Whether the user may check visitors in, which issues a ticket. */
  readonly mayCheckIn: boolean;
  readonly seesFigures: boolean;
  /** Whether a navigation entry is shown; figures have `seesFigures`. */
  sees(section: string): boolean;
  mayAdd(part: Part): boolean;
  mayChange(part: Part, item: Item, file: SiteFile): boolean;
  mayChangeField(part: Part, field: string): boolean;
  mayGive(roles: readonly string[]): boolean;
}

/** Collections whose items belong to a location. */
const OF_BRANCHES: ReadonlySet<string> = new Set([
  'locations',
  'services',
  'service_groups',
  'desks',
  'users',
  'devices',
  'appointments',
  'pair',
  'many',
]);
/** Permissions that the API requires to issue a ticket. */
const TO_CHECK_IN: readonly Role[] = ['acl_qmpad_access', 'qm_qmpad_select_services', 'qm_qmpad_issues_services'];
/** Screens that only serve to change something. */
const TO_CHANGE: ReadonlySet<string> = new Set(['start', 'mail', 'personal_data', 'transfer', 'pair', 'many']);

export function rightsOf(whom: Whom): Rights {
  const { roles, locations } = whom === 'free' ? { roles: [], locations: [] } : whom;
  const has = (role: Role): boolean => whom === 'free' || roles.includes(role);
  const isBound = locations.length > 0;
  const all = has('admin_site') && !isBound;
  const branch = !all && has('admin_branch') && isBound;
  const books = has('appointments_desk');
  const looks = !all && has('audit_view');
  const mayGive = (wanted: readonly string[]): boolean => all || wanted.every((role) => roles.includes(role));
  return {
    seesSite: all || branch || looks || books,
    mayCheckIn: TO_CHECK_IN.every(has),
    seesFigures: has('reports_view'),
    sees(section) {
      if (all || (books && section === 'appointments')) return true;
      if (looks && !TO_CHANGE.has(section) && !(section === 'audit' && isBound)) return true;
      return branch && OF_BRANCHES.has(section);
    },
    // Only administrators of all locations create locations.
    mayAdd: (part) =>
      all || (books && part === 'appointments') || (branch && OF_BRANCHES.has(part) && part !== 'locations'),
    mayChange(part, item, file) {
      if (all || (books && part === 'appointments')) return true;
      if (!branch || !OF_BRANCHES.has(part)) return false;
      if (part === 'service_groups') return textOf(item, 'location') !== '';
      if (part === 'devices') return mayGive(rolesOfDevice(Number(item.type)));
      return part !== 'users' || mayGive(rolesOf(item, file));
    },
    mayChangeField: (part, field) => all || part !== 'locations' || !OF_THE_HOUSE.has(field),
    mayGive,
  };
}

/** Fields of a location that only administrators of all locations change: name retention and inheritance. */
const OF_THE_HOUSE: ReadonlySet<string> = new Set(['t_delete', 'follows']);

/** Roles of the user, plus those of their role set. */
export function rolesOf(user: Item, file: SiteFile): readonly string[] {
  const set = itemsOf(file, 'role_sets').find(({ id }) => id !== '' && id === user.role_set);
  return [...new Set([...listOf(user, 'roles'), ...listOf(set, 'roles')])];
}
