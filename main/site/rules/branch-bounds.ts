/**
 * Limits of site edits by users with some locations only.
 *
 * A change is judged by its result, not by its request: each difference between the site before and after must be
 * within the user's locations.
 */
import { rolesOfDevice } from '../../devices/contract/device-roles.ts';
import { isSame } from '../../lib/deep-equal.ts';
import { listDifference } from '../../lib/lists.ts';
import type { Device, SetupCollection, SiteSettings, SiteSetup, User } from '../contract/site.ts';
import { isAdministrator, rolesOf } from './rights.ts';
import { itemsOf } from './site-items.ts';

/** Scope of an administrator of locations. */
export interface BranchBounds {
  readonly locations: ReadonlySet<string>;
  /** Roles that the administrator has, and can grant. */
  readonly roles: ReadonlySet<string>;
}

const NOTHING: BranchBounds = { locations: new Set(), roles: new Set() };

/** Null without limits. An unknown user, or one without administration roles, can change nothing. */
export function branchBounds(file: SiteSetup, userId: string): BranchBounds | null {
  const user = itemsOf('users', file.users).byId(userId);
  if (user === undefined || user.state !== 1) return NOTHING;
  if (isAdministrator(user, file)) return null;
  const roles = rolesOf(user, file);
  if (!roles.includes('admin_branch')) return NOTHING;
  return { locations: new Set(user.locations), roles: new Set(roles) };
}

/** The first change outside the bounds, as `desks(d-1)`; null if there is none. */
export function beyondBranch(before: SiteSetup, after: SiteSetup, bounds: BranchBounds): string | null {
  if (!isSame(before.settings, after.settings)) return 'settings';
  for (const name of Object.keys(RULES) as SetupCollection[]) {
    const change = changesOf<{ readonly id: string }>(before[name], after[name]).find(
      ({ was, is }) => !mayChange(name, was, is, { before, after, bounds }),
    );
    if (change !== undefined) return `${name}(${(change.is ?? change.was)?.id ?? ''})`;
  }
  return null;
}

/** Whether the user can book, move and cancel appointments at the location. */
export function maySetAppointments(file: SiteSetup, userId: string, locationId: string): boolean {
  const bounds = branchBounds(file, userId);
  if (bounds === null || bounds.locations.has(locationId)) return true;
  const user = itemsOf('users', file.users).byId(userId);
  if (user === undefined || user.state !== 1 || !rolesOf(user, file).includes('appointments_desk')) return false;
  return user.locations.length === 0 || user.locations.includes(locationId);
}

/** Whether the administrator manages this user: works at their locations only, with no role that they lack. */
export function isOfBranch(user: User, file: SiteSetup, { locations, roles }: BranchBounds): boolean {
  return (
    user.locations.length > 0 &&
    user.locations.every((id) => locations.has(id)) &&
    user.desks.every((id) => locations.has(itemsOf('desks', file.desks).byId(id)?.location ?? '')) &&
    rolesOf(user, file).every((role) => roles.has(role))
  );
}

/** Whether they can hold the key of such a device: a device must not give them roles that they lack. */
export function mayHoldKey({ type }: Pick<Device, 'type'>, { roles }: BranchBounds): boolean {
  return rolesOfDevice(type).every((role) => roles.has(role));
}

interface Change<Item> {
  readonly was: Item | undefined;
  readonly is: Item | undefined;
}

interface Around {
  readonly before: SiteSetup;
  readonly after: SiteSetup;
  readonly bounds: BranchBounds;
}

/** `shared`: outside the scope of location administrators. */
type Rule = 'shared' | 'location' | 'own' | 'user' | 'device';

const RULES: Readonly<Record<SetupCollection, Rule>> = {
  locations: 'own',
  service_groups: 'location',
  server_services: 'shared',
  services: 'location',
  desks: 'location',
  users: 'user',
  devices: 'device',
  question_answer_types: 'shared',
  forms: 'shared',
  webhooks: 'shared',
  report_keys: 'shared',
  role_sets: 'shared',
};

/** Location fields that only administrators of the organisation change: retention of names, and inheritance. */
const OF_THE_HOUSE = ['t_delete', 'follows'] as const;

function mayChange(name: SetupCollection, was: object | undefined, is: object | undefined, around: Around): boolean {
  const { before, after, bounds } = around;
  const each = (isGood: (item: object) => boolean): boolean =>
    [was, is].every((item) => item === undefined || isGood(item));
  switch (RULES[name]) {
    case 'shared':
      return false;
    case 'location':
      return each((item) => bounds.locations.has((item as { readonly location: string }).location));
    case 'device': {
      const [one, other] = [was, is] as readonly (Device | undefined)[];
      return each((item) => bounds.locations.has((item as Device).location)) && isHeld(one, other, bounds);
    }
    case 'own': {
      // Only administrators of the whole organisation create and delete locations.
      if (was === undefined || is === undefined) return false;
      const [one, other] = [was, is] as readonly SiteSetup['locations'][number][];
      if (one === undefined || other === undefined) return false;
      return bounds.locations.has(other.id) && OF_THE_HOUSE.every((field) => one[field] === other[field]);
    }
    case 'user':
      return (
        (was === undefined || isOfBranch(was as User, before, bounds)) &&
        (is === undefined || (isOfBranch(is as User, after, bounds) && isOneself(is as User, after)))
      );
  }
}

/** Whether a staff device was only switched off or deleted, by an administrator who cannot hold its key. */
function isHeld(was: Device | undefined, is: Device | undefined, bounds: BranchBounds): boolean {
  if (is === undefined || mayHoldKey(is, bounds)) return true;
  return was?.type === is.type && is.state !== 1;
}

/** Users are found by id or username: neither may equal that of another user. */
function isOneself({ id, username }: User, { users }: SiteSetup): boolean {
  const all = itemsOf('users', users);
  const [named, called] = [all.byKey(id), all.byId(username)];
  return (named === undefined || named.id === id) && (called === undefined || called.id === id);
}

function changesOf<Item extends { readonly id: string }>(
  before: readonly Item[],
  after: readonly Item[],
): readonly Change<Item>[] {
  const { gone, fresh } = listDifference(before, after);
  const old = new Map(gone.map((item) => [item.id, item]));
  const changes: Change<Item>[] = fresh.map(({ item }) => {
    const was = old.get(item.id);
    old.delete(item.id);
    return { was, is: item };
  });
  // For a duplicate id, only the last old item is known; the others count as removed.
  const left = [...old.values()].map((was) => ({ was, is: undefined }));
  return [...changes, ...left].filter(({ was, is }) => !isSame(was, is));
}

const views = new WeakMap<SiteSetup, Map<string, SiteSetup>>();

/** The part of the site that belongs to these locations; cached. */
export function branchView(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const key = JSON.stringify([...locations].sort());
  const known = views.get(file) ?? new Map<string, SiteSetup>();
  views.set(file, known);
  const view = known.get(key) ?? viewOf(file, locations);
  known.set(key, view);
  return view;
}

function viewOf(file: SiteSetup, locations: ReadonlySet<string>): SiteSetup {
  const isHere = ({ location }: { readonly location: string }): boolean => locations.has(location);
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: withoutWays(file.settings) }),
    locations: file.locations.filter(({ id }) => locations.has(id)),
    // Service groups can apply to all locations.
    service_groups: file.service_groups.filter((group) => group.location === '' || isHere(group)),
    services: file.services.filter(isHere),
    desks: file.desks.filter(isHere),
    // Users who also work at other locations are managed by administrators of the organisation.
    users: file.users.filter((user) => user.locations.length > 0 && user.locations.every((id) => locations.has(id))),
    devices: file.devices.filter(isHere),
    webhooks: [],
    report_keys: [],
  };
}

/** The part of the site that booking needs: locations, services and desks. */
export function bookingView(file: SiteSetup): SiteSetup {
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: withoutWays(file.settings) }),
    users: [],
    devices: [],
    question_answer_types: [],
    forms: [],
    webhooks: [],
    report_keys: [],
    role_sets: [],
  };
}

/** Removes values and hashes of cards that the reader cannot change: knowing a value allows impersonation. */
export function withoutCards(file: SiteSetup, mayChange: (device: Device) => boolean): SiteSetup {
  const isHidden = (device: Device): boolean => device.code !== '' && !mayChange(device);
  const rules = file.settings?.card_rules ?? [];
  if (!file.devices.some(isHidden) && rules.every(({ cards }) => cards.length === 0)) return file;
  const card_rules = rules.map((rule) => ({ ...rule, cards: [] }));
  return {
    ...file,
    ...(file.settings === undefined ? {} : { settings: { ...file.settings, card_rules } }),
    devices: file.devices.map((device) => (isHidden(device) ? { ...device, code: '' } : device)),
  };
}

/** Languages and calling settings, without networks, mail, keys and card rules. */
function withoutWays(settings: SiteSettings): SiteSettings {
  return {
    ...settings,
    card_rules: [],
    trusted_networks: [],
    cors_origins: [],
    allowed_hosts: [],
    trusted_proxies: [],
    webhook_networks: [],
    mail_server: '',
    mail_user: '',
    mail_from: '',
  };
}
