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

/** How far an administrator of a branch reaches. */
export interface BranchBounds {
  readonly locations: ReadonlySet<string>;
  /** Nobody gives what they do not have. */
  readonly roles: ReadonlySet<string>;
}

const NOTHING: BranchBounds = { locations: new Set(), roles: new Set() };

/** Null for whoever may change everything. A user who is not there, or administers nothing, may change nothing. */
export function branchBounds(file: SiteSetup, userId: string): BranchBounds | null {
  const user = itemsOf('users', file.users).byId(userId);
  if (user === undefined || user.state !== 1) return NOTHING;
  if (isAdministrator(user, file)) return null;
  const roles = rolesOf(user, file);
  if (!roles.includes('admin_branch')) return NOTHING;
  return { locations: new Set(user.locations), roles: new Set(roles) };
}

/** The first thing that lies beyond the bounds, as `desks(d-1)`; null when nothing does. */
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

/** Whether the user may book, move and call off at the location. */
export function maySetAppointments(file: SiteSetup, userId: string, locationId: string): boolean {
  const bounds = branchBounds(file, userId);
  if (bounds === null || bounds.locations.has(locationId)) return true;
  const user = itemsOf('users', file.users).byId(userId);
  if (user === undefined || user.state !== 1 || !rolesOf(user, file).includes('appointments_desk')) return false;
  return user.locations.length === 0 || user.locations.includes(locationId);
}

/** Whether the user is one whom they look after: at their locations alone, with no right that they do not have themselves. */
export function isOfBranch(user: User, file: SiteSetup, { locations, roles }: BranchBounds): boolean {
  return (
    user.locations.length > 0 &&
    user.locations.every((id) => locations.has(id)) &&
    user.desks.every((id) => locations.has(itemsOf('desks', file.desks).byId(id)?.location ?? '')) &&
    rolesOf(user, file).every((role) => roles.has(role))
  );
}

/** Whether they may have the key of such a device: nobody gets rights through a device that they do not have themselves. */
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

/** `shared`: nobody's of a branch. */
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

/** Of a location: how long names are kept is a rule of the whole house, and so is whose changes reach it. */
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
      // Branches are opened and closed by whoever looks after all of them.
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

/** Whoever may not have the key of a staff device may switch the device off or remove it, and nothing else. */
function isHeld(was: Device | undefined, is: Device | undefined, bounds: BranchBounds): boolean {
  if (is === undefined || mayHoldKey(is, bounds)) return true;
  return was?.type === is.type && is.state !== 1;
}

/** People are found by id or by the name they log in with: nobody is to be found under a name of somebody else. */
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
  // Where one id stands twice, the last of the old ones is known; the others count as gone.
  const left = [...old.values()].map((was) => ({ was, is: undefined }));
  return [...changes, ...left].filter(({ was, is }) => !isSame(was, is));
}

const views = new WeakMap<SiteSetup, Map<string, SiteSetup>>();

/** Asked again for the same site, it is the same. */
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
    // Headings may be of all locations.
    service_groups: file.service_groups.filter((group) => group.location === '' || isHere(group)),
    services: file.services.filter(isHere),
    desks: file.desks.filter(isHere),
    // Whoever works elsewhere too is looked after by whoever looks after the house.
    users: file.users.filter((user) => user.locations.length > 0 && user.locations.every((id) => locations.has(id))),
    devices: file.devices.filter(isHere),
    webhooks: [],
    report_keys: [],
  };
}

/** What is needed to book somebody, and nothing else: where, for what, and at which desk. */
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

/** Without values and hashes of cards, but of those that the reader may change: who knows a value can pass for its owner. */
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

/** Languages and calling, without networks, mail, programs and rules for cards. */
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
